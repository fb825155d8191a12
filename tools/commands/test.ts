import { runAll } from '../tests/runAll.ts'

/** `npm test`: every test, browser included. */
await runAll('short')
