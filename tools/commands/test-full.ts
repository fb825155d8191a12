import { runAll } from '../tests/runAll.ts'

/** `pnpm test:full`: as `npm test`, with longer proofs. */
await runAll('full')
