import { measureGas, snapshotOf, writeSnapshot } from '../../contracts/proof/gas/index.ts'

/** `pnpm gas:snapshot` writes contracts/snapshots/gas.json anew. The tests fail on drift from it, so that every change is seen in review. */
writeSnapshot(snapshotOf(await measureGas()))
