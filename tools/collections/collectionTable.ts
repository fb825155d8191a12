import type { CollectionFacts, CollectionMismatch } from '@parley/chain'
import type { Collection } from '@parley/domain'

/** A collection of the registry with its on-chain data. */
export interface Inspected {
  readonly collection: Collection
  readonly facts: CollectionFacts
  readonly mismatches: readonly CollectionMismatch[]
}

const words: Record<CollectionMismatch, string> = {
  noCode: 'no contract at this address',
  notErc721: 'does not say that it is ERC-721',
  notEnumerable: 'is not enumerable, as the registry has it: give it a scan size',
  enumerableAfterAll: 'is enumerable: it need not be scanned',
  otherName: 'calls itself otherwise',
  supplyBeyondScan: 'has more tokens than ids are scanned',
  noToken: 'no token was found to look at',
  noTokenUri: 'its token has no URI',
}

const maxUriChars = 40
const heads = ['collection', 'address', 'ERC-721', 'enumerable', 'name', 'supply', 'token', 'URI', 'does not match']

/** One line per collection, ending with the mismatches. */
export function collectionTable(rows: readonly Inspected[]): string {
  const cells = [heads, ...rows.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cellsOf({ collection, facts, mismatches }: Inspected): string[] {
  const uri = facts.token?.uri?.trim() ?? ''
  return [
    collection.name,
    collection.address,
    yesOrNo(facts.isErc721),
    yesOrNo(facts.isEnumerable),
    printable(facts.name ?? '-'),
    facts.supply === undefined ? '-' : supplyText(facts.supply, facts.burned),
    facts.token === undefined ? '-' : `#${facts.token.id}`,
    uri === '' ? '-' : printable(uri.length > maxUriChars ? `${uri.slice(0, maxUriChars - 1)}…` : uri),
    mismatches.length === 0 ? 'nothing' : mismatches.map((mismatch) => words[mismatch]).join('; '),
  ]
}

function supplyText(supply: bigint, burned: bigint | undefined): string {
  return burned === undefined ? String(supply) : `${supply} less ${burned} burned`
}

function yesOrNo(value: boolean | undefined): string {
  return value === undefined ? '-' : value ? 'yes' : 'no'
}

/** A contract's name may contain anything, including terminal escape sequences. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
