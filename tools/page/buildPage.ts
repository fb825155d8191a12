import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sourcesHash, withLock } from '@parley/testkit'
import { run, type RunResult } from '../process/run.ts'
import { root } from '../root.ts'
import { pageFolder, type PageMode } from './builtPage.ts'
import { brandHash, layOut, type OwnBrand } from './ownBrand.ts'

const buildTimeoutMs = 1_800_000
const web = join(root, 'apps/web')
/** Takes 70 MB off the builder's 480, for half a second more. */
const lean = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1', NODE_OPTIONS: '--max-semi-space-size=4' }
const sources = [
  'apps/web/{src,public}/**/*',
  'apps/web/*.{html,json,ts}',
  'packages/*/src/**/*',
  'packages/*/package.json',
  'pnpm-lock.yaml',
  'tsconfig{,.base}.json',
]

/** The page couldn't be built; `output` is the builder's. */
export class PageBuildError extends Error {
  readonly code = 'page_build_failed'
  readonly output: string
  constructor(output: string) {
    super('The page could not be built.')
    this.name = 'PageBuildError'
    this.output = output
  }
}

interface BuildOptions {
  /** Null for the product's own. */
  readonly brand?: OwnBrand | null
  readonly onBuilt?: (result: RunResult) => void
}

/** Builds the page unless its sources are unchanged. @returns the folder of the build. */
export async function buildPage(mode: PageMode, { brand = null, onBuilt }: BuildOptions = {}): Promise<string> {
  const folder = pageFolder(mode)
  const marker = join(root, '.tools', `page-${mode}.sources`)
  const hash = await sourcesHash(root, sources)
  const wanted = brand === null ? hash : `${hash} ${brandHash(brand)}`
  const isBuilt = async (): Promise<boolean> =>
    existsSync(join(folder, 'index.html')) && (await readFile(marker, 'utf8').catch(() => '')) === wanted
  if (await isBuilt()) return folder
  await withLock(`${marker}.lock`, { timeoutMs: 2 * buildTimeoutMs }, async () => {
    if (await isBuilt()) return
    // A killed build leaves half a page, which must not pass for a complete one.
    await rm(marker, { force: true })
    const result = await run(join(web, 'node_modules/.bin/vite'), ['build', '--mode', mode], {
      cwd: web,
      timeoutMs: buildTimeoutMs,
      env: {
        NODE_ENV: undefined,
        PAGE_BRAND: undefined,
        ...lean,
        ...(brand && (await layOut(brand, join(root, '.tools', `page-${mode}.public`)))),
      },
    })
    onBuilt?.(result)
    if (!result.ok) throw new PageBuildError(result.output)
    await writeFile(marker, wanted)
  })
  return folder
}
