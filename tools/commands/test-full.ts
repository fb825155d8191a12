import { runAll } from '../tests/runAll.ts'

/** `pnpm test:full`: as `npm test`, with the proofs at their full length. */
await runAll(['--full'])
