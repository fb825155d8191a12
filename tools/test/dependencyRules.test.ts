import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'

/** Files by path that break one rule and no other. */
type Plant = Readonly<Record<string, string>>

const library = (name: string): Plant => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'index.js' }),
  [`node_modules/${name}/index.js`]: 'export const it = 1',
})
const exporting = 'export const it = 1\n'
const importing = (path: string): string => `import { it } from '${path}'\nexport const mine = it\n`

const plants: readonly { readonly rule: string; readonly how: string; readonly files: Plant }[] = [
  {
    rule: 'no-circular',
    how: 'two modules import each other',
    files: {
      'packages/chain/src/a.ts': importing('./ring.ts'),
      'packages/chain/src/ring.ts': importing('./a.ts'),
    },
  },
  {
    rule: 'domain-is-pure',
    how: 'the domain imports the wire',
    files: {
      'packages/domain/src/a.ts': importing('../../protocol/src/b.ts'),
      'packages/protocol/src/b.ts': exporting,
    },
  },
  {
    rule: 'domain-is-pure',
    how: 'the domain reads files',
    files: { 'packages/domain/src/a.ts': "import { readFileSync } from 'node:fs'\nexport const mine = readFileSync\n" },
  },
  {
    rule: 'domain-is-pure',
    how: 'the domain takes a library that is no viem',
    files: { 'packages/domain/src/a.ts': importing('zod'), ...library('zod') },
  },
  {
    rule: 'abi-stays-in-chain',
    how: 'the server reads the generated ABI',
    files: {
      'apps/server/src/a.ts': importing('../../../packages/chain/src/gen/abi.ts'),
      'packages/chain/src/gen/abi.ts': exporting,
    },
  },
  {
    rule: 'abi-stays-in-chain',
    how: 'the wire imports the chain',
    files: { 'packages/protocol/src/a.ts': importing('../../chain/src/b.ts'), 'packages/chain/src/b.ts': exporting },
  },
  {
    rule: 'protocol-speaks-only-of-the-domain',
    how: 'the wire imports the server',
    files: {
      'packages/protocol/src/a.ts': importing('../../../apps/server/src/b.ts'),
      'apps/server/src/b.ts': exporting,
    },
  },
  {
    rule: 'actions-know-no-react',
    how: 'a flow imports React',
    files: { 'apps/web/src/actions/a.ts': importing('react'), ...library('react') },
  },
  {
    rule: 'actions-know-no-react',
    how: 'a flow imports a feature',
    files: {
      'apps/web/src/actions/a.ts': importing('../features/offers/b.ts'),
      'apps/web/src/features/offers/b.ts': exporting,
    },
  },
  {
    rule: 'features-are-strangers',
    how: 'one feature imports another',
    files: {
      'apps/web/src/features/offers/a.ts': importing('../draft/b.ts'),
      'apps/web/src/features/draft/b.ts': exporting,
    },
  },
  {
    rule: 'only-portals-know-aso',
    how: 'a feature asks for the ASO portal',
    files: {
      'apps/web/src/features/offers/a.ts': importing('../../portals/places/ASOverse/portal.ts'),
      'apps/web/src/portals/places/ASOverse/portal.ts': exporting,
    },
  },
  {
    rule: 'only-portals-know-aso',
    how: 'the table of portals imports one by name',
    files: {
      'apps/web/src/portals/a.ts': importing('./places/ASOverse/portal.ts'),
      'apps/web/src/portals/places/ASOverse/portal.ts': exporting,
    },
  },
  {
    rule: 'only-portals-know-aso',
    how: 'a page takes words that are ASO’s from a file outside of its folder',
    files: {
      'apps/web/src/pages/a.ts': importing('../text/asoMessages.ts'),
      'apps/web/src/text/asoMessages.ts': exporting,
    },
  },
  {
    rule: 'only-portals-know-aso',
    how: 'another portal borrows from it',
    files: {
      'apps/web/src/portals/places/Dokyo/a.ts': importing('../ASOverse/portal.ts'),
      'apps/web/src/portals/places/ASOverse/portal.ts': exporting,
    },
  },
  {
    rule: 'ui-knows-no-domain',
    how: 'a button knows what an offer is',
    files: {
      'apps/web/src/ui/a.ts': importing('../../../../packages/domain/src/offer.ts'),
      'packages/domain/src/offer.ts': exporting,
    },
  },
  {
    rule: 'production-knows-no-tests',
    how: 'the server imports the testkit',
    files: { 'apps/server/src/a.ts': importing('../../../testkit/src/b.ts'), 'testkit/src/b.ts': exporting },
  },
  {
    rule: 'production-knows-no-tests',
    how: 'the page imports a test of its own',
    files: { 'apps/web/src/a.ts': importing('../test/b.ts'), 'apps/web/test/b.ts': exporting },
  },
  {
    rule: 'only-workers-decode',
    how: 'the server imports a decoder',
    files: { 'apps/server/src/a.ts': importing('sharp'), ...library('sharp') },
  },
  {
    rule: 'only-workers-decode',
    how: 'the server runs what is for its workers',
    files: { 'apps/server/src/a.ts': importing('./worker/b.ts'), 'apps/server/src/worker/b.ts': exporting },
  },
  {
    rule: 'server-and-page-never-meet',
    how: 'the server imports the page',
    files: { 'apps/server/src/a.ts': importing('../../web/src/b.ts'), 'apps/web/src/b.ts': exporting },
  },
  {
    rule: 'server-and-page-never-meet',
    how: 'the page imports the server',
    files: { 'apps/web/src/a.ts': importing('../../server/src/b.ts'), 'apps/server/src/b.ts': exporting },
  },
]

/** Files that come close but break no rule. */
const clean: Plant = {
  'packages/domain/src/offer.ts': exporting,
  'packages/chain/src/clean.ts': importing('../../domain/src/offer.ts'),
  'apps/server/src/worker/clean.ts': importing('sharp'),
  'apps/web/src/actions/clean.ts': importing('../../../../packages/chain/src/clean.ts'),
  'apps/web/src/features/offers/clean.ts': importing('../../actions/clean.ts'),
  'apps/web/src/text/format.ts': exporting,
  'apps/web/src/text/clean.ts': importing('./reasonOf.ts'),
  'apps/web/src/portals/places/ASOverse/clean.ts': importing('./messages.ts'),
  'apps/web/src/portals/places/ASOverse/messages.ts': exporting,
}

/** All plants share one tree. The violating file is `a.ts` in the plant and `a<number>.ts` in the tree. */
function inOneTree(): Plant {
  const numbered = (text: string, index: number): string => text.replaceAll('/a.ts', `/a${index}.ts`)
  const files = plants.flatMap((plant, index) =>
    Object.entries(plant.files).map(([path, text]) => [numbered(path, index), numbered(text, index)] as const),
  )
  return { ...Object.fromEntries(files), ...clean }
}

let folder: string
let violations: readonly { readonly rule: string; readonly from: string }[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-rules-'))
  for (const shared of ['.dependency-cruiser.cjs', 'tsconfig.base.json'])
    await symlink(join(root, shared), join(folder, shared))
  for (const [path, text] of Object.entries(inOneTree())) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  violations = await cruised()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function cruised(): Promise<typeof violations> {
  const cruise = join(root, 'node_modules/.bin/depcruise')
  const argv = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '.']
  // The violation count is its exit code.
  const { stdout } = await promisify(execFile)(cruise, argv, { cwd: folder, maxBuffer: 50_000_000 }).catch(
    (error: { stdout: string }) => error,
  )
  const report: { summary: { violations: { rule: { name: string }; from: string }[] } } = JSON.parse(stdout)
  return report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }))
}

describe('given the rules of who may know whom', () => {
  it('plants a violation of every rule', () => {
    const rules: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
      join(root, '.dependency-cruiser.cjs'),
    )
    expect(new Set(plants.map(({ rule }) => rule))).toEqual(new Set(rules.forbidden.map(({ name }) => name)))
  })

  it.each(plants.map((plant, index) => ({ ...plant, index })))('reports $rule when $how', ({ rule, index }) => {
    const found = violations.filter(({ from }) => from.endsWith(`/a${index}.ts`)).map((violation) => violation.rule)
    expect([...new Set(found)]).toEqual([rule])
  })

  it('has nothing to say about files that keep them', () => {
    expect(violations.filter(({ from }) => Object.hasOwn(clean, from))).toEqual([])
  })
})
