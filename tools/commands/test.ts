import { runAll } from '../tests/runAll.ts'
import { endOnSignal } from '../process/signals.ts'

/** `npm test`: every test, browser included. */
endOnSignal()
await runAll('short')
