import {
  gasTables,
  measureCoins,
  measureGas,
  snapshotOf,
  writeSnapshot,
  writeTables,
} from '../../contracts/proof/gas/index.ts'

/**
 * `pnpm gas:snapshot` rewrites the gas snapshot and the tables in the escrow's design page.
 *
 * Tests fail on drift, so that every change is reviewed.
 */
writeSnapshot(snapshotOf(await measureGas()))
writeTables(gasTables(await measureCoins()))
