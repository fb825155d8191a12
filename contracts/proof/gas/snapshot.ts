import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { contractsRoot } from '../../build/index.ts'
import type { GasFigures } from './measureGas.ts'

/** Half a per cent, up or down: a saving belongs into the committed figures too. */
export const driftLimit = 0.005

const file = join(contractsRoot, 'snapshots/gas.json')

export type Snapshot = Readonly<Record<string, number>>

/** The escrow's own figures by case name; floor and textbook come from the same code on every machine. */
export function snapshotOf(figures: GasFigures): Snapshot {
  return Object.fromEntries(Object.entries(figures).map(([name, row]) => [name, row.parley]))
}

export function readSnapshot(): Snapshot {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function writeSnapshot(snapshot: Snapshot): void {
  writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`)
}

/** What is kept of the first edition: its code, its ABI, and its gas in the cases of the snapshot. */
export const firstEdition: { readonly creationCode: Hex; readonly abi: Abi; readonly gas: Snapshot } = JSON.parse(
  readFileSync(join(contractsRoot, 'snapshots/first-edition.json'), 'utf8'),
)

/** One sentence for each case that moved by more than the limit, is new, or is gone. */
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
