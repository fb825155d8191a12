import { relative } from 'node:path'
import { compileContracts } from '@parley/testkit'
import { reportFailure } from '../local/reportFailure.ts'
import { buildPage } from '../page/buildPage.ts'
import { root } from '../root.ts'

/** `pnpm build`: what production serves. The demonstration wallet is not in it. */
async function build(): Promise<void> {
  const [folder] = await Promise.all([buildPage('production'), compileContracts()])
  process.stdout.write(`The page is in ${relative(root, folder)}; pnpm serve serves it.\n`)
}

await build().catch(reportFailure)
