import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { contractsRoot } from '../../build/index.ts'
import { caseName, coinCircumstances, type Circumstances, type Operation } from './cases.ts'
import type { GasFigures } from './measureGas.ts'

/** Half a per cent, up or down: savings are committed too. */
export const driftLimit = 0.005

const file = join(contractsRoot, 'snapshots/gas.json')

export type Snapshot = Readonly<Record<string, number>>

/** The escrow's figures by case name; floor and textbook come from the same code on every machine. */
export function snapshotOf(figures: GasFigures): Snapshot {
  return Object.fromEntries(Object.entries(figures).map(([name, row]) => [name, row.parley]))
}

export function readSnapshot(): Snapshot {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function writeSnapshot(snapshot: Snapshot): void {
  writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`)
}

/** The first edition's code, ABI, and gas in the cases of the snapshot. */
export const firstEdition: { readonly creationCode: Hex; readonly abi: Abi; readonly gas: Snapshot } = JSON.parse(
  readFileSync(join(contractsRoot, 'snapshots/first-edition.json'), 'utf8'),
)

/** One sentence for each case that changed by more than the limit, is new, or is gone. */
export function drift(committed: Snapshot, measured: Snapshot): string[] {
  const names = new Set([...Object.keys(committed), ...Object.keys(measured)])
  return [...names].flatMap((name) => {
    const [before, now] = [committed[name], measured[name]]
    if (before === undefined) return [`${name}: ${now} gas, not in the snapshot`]
    if (now === undefined) return [`${name}: in the snapshot (${before}), but not measured`]
    if (Math.abs(now - before) <= before * driftLimit) return []
    return [`${name}: ${before} → ${now} gas (${now > before ? '+' : ''}${((now / before - 1) * 100).toFixed(2)} %)`]
  })
}

const page = join(contractsRoot, '../docs/decisions/escrow-design.md')
const [start, end] = ['<!-- measured -->\n\n', '\n\n<!-- measured until here -->']
const counted = ['create', 'accept', 'cancel'] as const
/** What a transaction costs before any code runs. */
const transactionGas = 21_000

function inThousands(gas: number): string {
  return gas.toLocaleString('en-US')
}

/**
 * What coins add to a case, and what a bare contract spends to move the same coins. Undefined where no coins move.
 * @throws if a figure is missing
 */
export function addedByCoins(figures: GasFigures, operation: Operation, given: Circumstances) {
  const { coins, ...without } = given
  const row = figures[caseName({ ...given, operation })]
  const plain = figures[caseName({ ...without, operation })]
  if (row === undefined || plain === undefined) throw new RangeError(`${caseName({ ...given, operation })}: no figure`)
  if (coins === undefined || (operation === 'cancel' && coins === 'requested')) return undefined
  return { added: row.parley - plain.parley, bare: row.bare - transactionGas }
}

function besideFloor(figures: GasFigures, operation: Operation, given: Circumstances): string {
  const { parley, floor } = figures[caseName({ ...given, operation })] ?? { parley: NaN, floor: NaN }
  return `${inThousands(parley)} / ${inThousands(floor)} (${(parley / floor).toFixed(3)})`
}

function besideBare(figures: GasFigures, operation: Operation, given: Circumstances): string {
  const both = addedByCoins(figures, operation, given)
  if (both === undefined) return 'no coins move'
  return `${inThousands(both.added)} / ${inThousands(both.bare)} (${(both.added / both.bare).toFixed(3)})`
}

/** The tables for the escrow's design page, from figures with coins. */
export function gasTables(figures: GasFigures): string {
  const tokens = { plain: 'compiled like the escrow, neighbours', ordinary: 'compiled ordinarily, ids far apart' }
  const row = (given: Circumstances, cell: typeof besideFloor) => {
    const cells = [
      given.token === 'ordinary' ? tokens.ordinary : tokens.plain,
      `${given.perSide}`,
      given.coins ?? 'none',
      ...counted.map((operation) => cell(figures, operation, given)),
    ]
    return `| ${cells.join(' | ')} |`
  }
  const head = '| Token | NFTs a side | Coins | create | accept | cancel |\n|---|---|---|---|---|---|'
  return [
    'Escrow / floor of the same run:',
    [head, ...coinCircumstances.map((given) => row(given, besideFloor))].join('\n'),
    'What coins add / a bare contract that moves the same coins, without the 21,000 of its transaction:',
    [head, ...coinCircumstances.filter(({ coins }) => coins).map((given) => row(given, besideBare))].join('\n'),
  ].join('\n\n')
}

export function readTables(): string {
  return readFileSync(page, 'utf8').split(start)[1]?.split(end)[0] ?? ''
}

export function writeTables(tables: string): void {
  const text = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    text.replace(`${start}${readTables()}${end}`, () => `${start}${tables}${end}`),
  )
}
