import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readImportGraph } from '../changed/importGraph.ts'
import { browserAreas, selectTests } from '../changed/selectTests.ts'
import { root as repository } from '../root.ts'

/** A repository of a few files: a package with an index, a server, a page, and tests of each. */
const tree: Readonly<Record<string, string>> = {
  'packages/domain/package.json': '{"name":"@parley/domain","exports":{".":"./src/index.ts"}}',
  'packages/domain/src/index.ts': "export * from './fee.ts'\nexport { mark } from './mark.ts'\n",
  'packages/domain/src/fee.ts': 'export const fee = 1\n',
  'packages/domain/src/mark.ts': 'export function mark() {}\n',
  'packages/domain/test/fee.test.ts': "import { fee } from '../src/fee.ts'\n",
  'apps/server/src/voice/door.ts': "import { fee } from '@parley/domain'\n",
  'apps/server/src/main.ts': "import { door } from './voice/door.ts'\nimport { mark } from '@parley/domain'\n",
  'apps/server/test/http/start.test.ts': "import { main } from '../../src/main.ts'\n",
  'apps/server/test/voice/rooms.test.ts': "import { main } from '../../src/main.ts'\n",
  'apps/web/src/main.tsx': "const page = import('./pages/SwapPage.tsx')\n",
  'apps/web/src/pages/SwapPage.tsx': "import './swap.css'\n",
  'apps/web/src/pages/swap.css': 'p {}\n',
  'tools/test/page.test.ts': "read(join(root, 'docs/faults.md'))\n",
  'docs/faults.md': '# Faults\n',
  'contracts/proof/forge/Replay.t.sol': '',
  'contracts/proof/model/compareWithModel.ts': 'export const compare = 1\n',
  'contracts/proof/model/model.test.ts': "import { compare } from './compareWithModel.ts'\n",
}

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-changed-'))
  for (const [file, text] of Object.entries(tree)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
})
afterAll(() => rm(root, { recursive: true }))

const select = (changed: string, durationsMs: Record<string, number> = {}, budgetMs = 60_000) =>
  selectTests({ root, files: Object.keys(tree), changed: [changed], durationsMs, budgetMs })

describe('given a change of one file', () => {
  it('chooses what imports it, through an index by the name alone, nearest first', () => {
    expect(select('packages/domain/src/fee.ts').files).toEqual([
      'packages/domain/test/fee.test.ts',
      'apps/server/test/http/start.test.ts',
      'apps/server/test/voice/rooms.test.ts',
    ])
    expect(select('packages/domain/src/mark.ts').files).not.toContain('packages/domain/test/fee.test.ts')
  })

  it('puts tests of the same part before others as far away', () => {
    expect(select('apps/server/src/voice/door.ts').files[0]).toBe('apps/server/test/voice/rooms.test.ts')
  })

  it('takes no more than there is time for, and says how many are left', () => {
    const durations = { 'apps/server/test/http/start.test.ts': 50_000, 'apps/server/test/voice/rooms.test.ts': 20_000 }
    const { files, left } = select('apps/server/src/main.ts', durations, 60_000)
    expect([files.length, left]).toEqual([1, 1])
  })

  it('finds who reads a page of the docs, and opens no browser for it', () => {
    const { files, browser, forge } = select('docs/faults.md')
    expect(files).toEqual(['tools/test/page.test.ts'])
    expect([browser, forge]).toEqual([[], null])
  })

  it('opens a browser where the page changes, and asks forge where a contract does', () => {
    expect(select('apps/web/src/pages/swap.css').browser).toEqual(['swap.spec.ts', '-g', 'one for one'])
    expect(select('contracts/src/SwapEscrow.sol').forge).toEqual([])
    expect(select('contracts/test/unit/Fee.t.sol').forge).toEqual(['--match-path', 'test/unit/Fee.t.sol'])
  })

  it('leaves what replays on the escrow to the tests of the model, which know its profile', () => {
    const { files, forge } = select('contracts/proof/forge/Replay.t.sol')
    expect([files, forge]).toEqual([['contracts/proof/model/model.test.ts'], null])
  })
})

describe('given the browser tests by part of the page', () => {
  it.each(browserAreas)('%s: %s has a test with the words %s', (_, spec, words) => {
    const file = join(repository, 'e2e/specs', spec)
    expect(existsSync(file)).toBe(true)
    // The suite's title includes the portal's name.
    if (words !== 'the general portal') expect(readFileSync(file, 'utf8')).toContain(words)
  })
})

describe('the graph of imports', () => {
  const graph = () => readImportGraph(root, Object.keys(tree))

  it('follows imports to the declaring files, as far as it is asked to', () => {
    expect([...graph().closure(['apps/server/src/main.ts'])].toSorted()).toEqual([
      'apps/server/src/main.ts',
      'apps/server/src/voice/door.ts',
      'packages/domain/src/fee.ts',
      'packages/domain/src/mark.ts',
    ])
    const serverOnly = graph().closure(['apps/server/src/main.ts'], (file) => file.startsWith('apps/'))
    expect(serverOnly.size).toBe(2)
  })

  it('names the direct importers of a file', () => {
    expect([...graph().importers('packages/domain/src/mark.ts')]).toEqual(['apps/server/src/main.ts'])
  })
})
