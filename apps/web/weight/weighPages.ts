import { hash } from 'node:crypto'
import { basename, join, parse, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin, type Rollup } from 'vite'
import { chunkOf, withImports } from '../chunksOf.ts'
import { budgets } from './budgets.ts'

export interface PageWeight {
  readonly page: string
  /** JavaScript loaded before the page is ready, brotli. What loads when idle is excluded. */
  readonly bytes: number
  readonly budgetBytes: number
  /** Every module in it. */
  readonly modules: readonly string[]
}

const root = join(import.meta.dirname, '..')

/**
 * Builds the page in memory and weighs what each route fetches.
 *
 * @param planted takes part in the build, for tests. Those tests look for thousands of bytes, so each file is weighed once.
 */
export async function weighPages(planted: readonly Plugin[] = []): Promise<readonly PageWeight[]> {
  // A test runner's own setting would bring in React's development build.
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  const result = await build({
    root,
    mode: 'production',
    logLevel: 'silent',
    plugins: [...planted],
    build: { write: false },
  }).finally(() => (before === undefined ? delete process.env['NODE_ENV'] : (process.env['NODE_ENV'] = before)))
  const output = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const first = firstScripts(output)
  const sizes = new Map<string, number>()
  const sizeOf = (name: string, code: string): number => {
    const known =
      sizes.get(name) ??
      median(rename(code, output, planted.length > 0 ? 1 : namings).map((one) => brotliCompressSync(one).length))
    sizes.set(name, known)
    return known
  }
  return budgets.map(({ page, sources, file, budgetBytes }) => {
    if (file !== undefined) return { page, bytes: sizeOf(file, textOf(output, file)), budgetBytes, modules: [] }
    const entries = sources.map((source) => chunkOf(source, chunks))
    const fetched = withImports([...first, ...entries], chunks)
    return {
      page,
      bytes: fetched.reduce((sum, chunk) => sum + sizeOf(chunk.fileName, chunk.code), 0),
      budgetBytes,
      modules: fetched.flatMap((chunk) => Object.keys(chunk.modules)),
    }
  })
}

const namings = 5
/** Of a file's name, at its end. */
const hashChars = 7

/**
 * The code with other hashes in the names of what it imports.
 *
 * A chunk whose imports are named otherwise may be 200 bytes longer or shorter once compressed, so a change elsewhere would
 * exceed a budget, or hide what exceeds one. The names are the same in every checkout.
 */
function rename(code: string, output: readonly BuiltFile[], times: number): string[] {
  const keys = new Map(output.map((file) => [basename(file.fileName), keyOf(file)]))
  return Array.from({ length: times }, (_, naming) =>
    code.replace(/[\w-]+\.(?:js|css)\b/g, (name) => {
      const key = keys.get(name)
      const { name: stem, ext } = parse(name)
      return key === undefined
        ? name
        : stem.slice(0, -hashChars) + hash('sha256', `${naming}${key}`, 'base64url').slice(0, hashChars) + ext
    }),
  )
}

/** What a file of the build is made of, without its hash and the folder of the repository. */
function keyOf(file: BuiltFile): string {
  return file.type === 'chunk'
    ? Object.keys(file.modules)
        .map((module) => relative(root, module))
        .join()
    : (file.names[0] ?? file.fileName)
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? 0
}

type BuiltFile = Rollup.OutputChunk | Rollup.OutputAsset

function textOf(output: readonly BuiltFile[], name: string): string {
  const file = output.find(({ fileName }) => fileName === name)
  if (file?.type !== 'asset') throw new Error(`The build has no ${name}`)
  return String(file.source)
}

/** What the document itself asks for. */
function firstScripts(output: readonly BuiltFile[]): string[] {
  return [...textOf(output, 'index.html').matchAll(/<script type="module"[^>]*src="\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  )
}
