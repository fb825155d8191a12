import { relative } from 'node:path'
import { compileContracts } from '@parley/testkit'
import { reportFailure } from '../local/reportFailure.ts'
import { pageHash } from '../page/pageHash.ts'
import { buildPage } from '../page/buildPage.ts'
import { root } from '../root.ts'
import { endOnSignal } from '../process/endOnSignal.ts'

/** `pnpm build`: what production serves. The demonstration wallet is in what `pnpm build --demo` makes, and there only. */
async function build(): Promise<void> {
  const demo = process.argv.includes('--demo')
  const [folder] = await Promise.all([buildPage(demo ? 'demo' : 'production'), compileContracts()])
  process.stdout.write(
    `The page is in ${relative(root, folder)}; ${demo ? 'npm start' : 'pnpm serve'} serves it.\nIts hash is ${pageHash(folder)}\n`,
  )
}

endOnSignal()
await build().catch(reportFailure)
