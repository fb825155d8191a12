import { relative } from 'node:path'
import { bindPage, compileContracts } from '@parley/testkit'
import { reportFailure } from '../local/reportFailure.ts'
import { pageHash } from '../page/pageHash.ts'
import { buildPage } from '../page/buildPage.ts'
import { chainOption } from '../page/chainOption.ts'
import { readOwnBrand } from '../page/ownBrand.ts'
import { root } from '../root.ts'
import { endOnSignal } from '../process/signals.ts'

/**
 * `pnpm build --chain avalanche`: the production page for the escrows of a network's deployment file. `pnpm build
 * --demo` adds the demonstration wallet.
 */
async function build(): Promise<void> {
  const demo = process.argv.includes('--demo')
  const deployment = chainOption(process.argv.slice(2))
  const brand = await readOwnBrand(process.env)
  const [folder] = await Promise.all([buildPage(demo ? 'demo' : 'production', { brand }), compileContracts()])
  if (deployment) await bindPage(folder, deployment)
  const place = relative(root, folder)
  const lines = deployment
    ? [
        `The page in ${place} is built for ${deployment.network}; ${demo ? 'npm start' : 'pnpm serve'} serves it.`,
        ...deployment.escrows.map(({ address, codeHash }) => `It calls the escrow ${address}, of code ${codeHash}`),
      ]
    : [`The page in ${place} is built for no network yet. For one: pnpm build --chain avalanche`]
  process.stdout.write(`${[...lines, `Its hash is ${pageHash(folder)}`].join('\n')}\n`)
}

endOnSignal()
await build().catch(reportFailure)
