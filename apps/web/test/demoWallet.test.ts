import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rollup } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Texts, class names and ids that occur only in the demo wallet. */
const marks = ['demo wallet', 'demo-wallet', 'local.parley', 'play money', 'DemoWallet']

/** Every file of a build of the page, by name. */
async function built(mode: 'production' | 'demo'): Promise<ReadonlyMap<string, string>> {
  const result = await build({ root, mode, logLevel: 'error', build: { write: false } })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  return new Map(outputs.map((file) => [file.fileName, contentOf(file)]))
}

function contentOf(file: Rollup.OutputChunk | Rollup.OutputAsset): string {
  return file.type === 'chunk' ? file.code : String(file.source)
}

function filesWith(files: ReadonlyMap<string, string>, mark: string): readonly string[] {
  return [...files].filter(([name, content]) => name.includes(mark) || content.includes(mark)).map(([name]) => name)
}

describe('given the two builds of the page', () => {
  let production: ReadonlyMap<string, string>
  let demo: ReadonlyMap<string, string>
  beforeAll(async () => {
    production = await built('production')
    demo = await built('demo')
  })

  it.each(marks.slice(0, 4))('the demonstration has "%s"', (mark) => {
    expect(filesWith(demo, mark)).not.toEqual([])
  })

  it.each(marks)('production has no "%s"', (mark) => {
    expect(filesWith(production, mark)).toEqual([])
  })

  it('no file of it lies among the files that are copied as they are', async () => {
    const folder = join(root, 'public')
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const content = await readFile(join(entry.parentPath, entry.name), 'utf8')
      for (const mark of marks) expect(content).not.toContain(mark)
    }
  })
})
