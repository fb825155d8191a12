import {
  gasTables,
  measureCoins,
  measureGas,
  snapshotOf,
  writeSnapshot,
  writeTables,
} from '../../contracts/proof/gas/index.ts'

/**
 * `pnpm gas:snapshot` rewrites contracts/snapshots/gas.json and tables in docs/decisions/escrow-design.md.
 *
 * The tests fail if they drift, so that every change is reviewed.
 */
writeSnapshot(snapshotOf(await measureGas()))
writeTables(gasTables(await measureCoins()))
