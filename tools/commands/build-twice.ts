import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bindPage } from '@parley/testkit'
import { reportFailure } from '../local/reportFailure.ts'
import { chainOption } from '../page/chainOption.ts'
import { layOut, readOwnBrand, type OwnBrand } from '../page/ownBrand.ts'
import { endOnSignal } from '../process/signals.ts'
import { run } from '../process/run.ts'
import { pageHash } from '../page/pageHash.ts'
import { root } from '../root.ts'

/**
 * `pnpm build:twice`: builds the page twice and fails if a byte differs.
 *
 * With `--chain avalanche` both builds are for that network's escrows, and the hash is that of `pnpm build --chain
 * avalanche`, so that anyone can compare it with the page being served.
 */
const timeoutMs = 600_000
const web = join(root, 'apps/web')

interface Built {
  readonly deployment: ReturnType<typeof chainOption>
  readonly brand: OwnBrand | null
}

async function hashOfBuild(folder: string, { deployment, brand }: Built): Promise<string> {
  const args = ['build', '--mode', 'production', '--outDir', folder, '--emptyOutDir']
  const { ok, output } = await run(join(web, 'node_modules/.bin/vite'), args, {
    cwd: web,
    timeoutMs,
    env: { NODE_ENV: undefined, PAGE_BRAND: undefined, ...(brand && (await layOut(brand, `${folder}-public`))) },
  })
  if (!ok) throw new Error(output)
  if (deployment) await bindPage(folder, deployment)
  return pageHash(folder)
}

async function buildTwice(): Promise<void> {
  const built = { deployment: chainOption(process.argv.slice(2)), brand: await readOwnBrand(process.env) }
  const folder = mkdtempSync(join(tmpdir(), 'parley-build-'))
  try {
    const one = await hashOfBuild(join(folder, 'one'), built)
    const other = await hashOfBuild(join(folder, 'other'), built)
    console.log(one === other ? `Both builds have the hash ${one}.` : `The builds differ: ${one} and ${other}.`)
    process.exitCode = one === other ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

endOnSignal()
await buildTwice().catch(reportFailure)
