import { runAll } from '../tests/runAll.ts'
import { endOnSignal } from '../process/signals.ts'

/** `pnpm test:full`: as `npm test`, with longer proofs. */
endOnSignal()
await runAll('full')
