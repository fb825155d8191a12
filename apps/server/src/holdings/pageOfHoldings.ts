import type { Collection } from '@parley/domain'
import { HttpError } from '../http/httpError.ts'
import type { HeldNft, WalletHoldings } from './HeldNft.ts'

/** Wallets up to this size come in one answer. */
const wholeAnswerNfts = 1_000
/** Page size for larger wallets. */
export const holdingsPageSize = 200

export interface HoldingsPage {
  readonly nfts: readonly HeldNft[]
  readonly nextCursor: string | null
}

/**
 * One page of a wallet's NFTs, in registry order, then by token id.
 *
 * The cursor is the previous page's last NFT, so transfers between requests neither shift nor repeat others.
 *
 * @throws {HttpError} 400 for an invalid cursor.
 */
export function pageOfHoldings(
  collections: readonly Collection[],
  holdings: Pick<WalletHoldings, 'nfts'>,
  cursor: string | undefined,
): HoldingsPage {
  const order = new Map<string, number>(collections.map((collection, index) => [collection.address, index]))
  const rank = (nft: HeldNft): number => order.get(nft.contract) ?? collections.length
  const sorted = holdings.nfts
    .filter((nft) => order.has(nft.contract))
    .toSorted((one, other) => rank(one) - rank(other) || compare(one.tokenId, other.tokenId))
  const start = cursor === undefined ? undefined : readCursor(cursor)
  const startRank = start && (order.get(start.contract) ?? collections.length)
  const left = start
    ? sorted.filter((nft) => rank(nft) > Number(startRank) || (rank(nft) === startRank && nft.tokenId > start.tokenId))
    : sorted
  const page = start === undefined && left.length <= wholeAnswerNfts ? left : left.slice(0, holdingsPageSize)
  const last = page.at(-1)
  return {
    nfts: page,
    nextCursor: last && left.length > page.length ? `${last.contract}.${last.tokenId}` : null,
  }
}

function readCursor(cursor: string): { contract: string; tokenId: bigint } {
  const [, contract, tokenId] = /^(0x[0-9a-fA-F]{40})\.([0-9]{1,78})$/.exec(cursor) ?? []
  if (contract === undefined || tokenId === undefined)
    throw new HttpError(400, 'not a cursor of this list', { field: 'cursor' })
  return { contract, tokenId: BigInt(tokenId) }
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
