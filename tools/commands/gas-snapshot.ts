import { measureGas, snapshotOf, writeSnapshot } from '../../contracts/proof/gas/index.ts'

/**
 * `pnpm gas:snapshot` rewrites contracts/snapshots/gas.json. The tests fail if it drifts, so that every change is
 * reviewed.
 */
writeSnapshot(snapshotOf(await measureGas()))
