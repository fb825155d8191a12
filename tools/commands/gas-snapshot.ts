import {
  gasTables,
  measureCoins,
  measureGas,
  snapshotOf,
  writeSnapshot,
  writeTables,
} from '../../contracts/proof/gas/index.ts'

/**
 * `pnpm gas:snapshot` rewrites the gas snapshot and the tables on the escrow's design.
 *
 * The tests fail if they drift, so that every change is reviewed.
 */
writeSnapshot(snapshotOf(await measureGas()))
writeTables(gasTables(await measureCoins()))
