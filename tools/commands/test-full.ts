import { runAll } from '../tests/runAll.ts'
import { endOnSignal } from '../process/signals.ts'

/** `pnpm test:full`: `npm test` plus the long proofs. */
endOnSignal()
await runAll('full')
