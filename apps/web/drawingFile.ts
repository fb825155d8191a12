import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { drawingFile as fileName } from '../../packages/protocol/src/pageDocument.ts'
import { brandDefines } from './pageBrand.ts'

/**
 * Adds the module with which the server draws what a document carries. It is built apart: it runs in the server, shares no chunk
 * with the page, and needs no package there.
 */
export function drawingFile(): Plugin {
  return {
    name: 'drawing-file',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const [entry, ...others] = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
      if (!entry || others.length > 0) throw new Error('the page has to have a single entry')
      this.emitFile({ type: 'asset', fileName, source: await buildDrawing(`/${entry.fileName}`) })
    },
  }
}

const sourceFile = (path: string): string => join(import.meta.dirname, 'src', path)
const surroundings = sourceFile('drawing/surroundings.ts')

const fromSurroundings = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name): [string, [string, string]] => [name, [surroundings, name]]))

/** Modules that have another form on a server: local dates, and articles that load later. */
const replaced: ReadonlyMap<string, string> = new Map([
  [sourceFile('text/format.ts'), surroundings],
  [sourceFile('pages/articles.ts'), sourceFile('drawing/articles.ts')],
])

/** Nothing that is drawn loads more, but what `drawDocument.tsx` waits for. One sheet has all styles. */
const leftOut = '\0left-out'
const waitedFor = './CollectionList.tsx'

function withoutTheRest(): Plugin {
  return {
    name: 'without-the-rest',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source.endsWith('.css')) return leftOut
      if (importer === undefined || !source.startsWith('.')) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const other = found ? replaced.get(found.id) : undefined
      return other === undefined || other === importer ? found : other
    },
    resolveDynamicImport: (source) => (source === waitedFor ? null : leftOut),
    load: (id) => (id === leftOut ? 'export {}' : null),
  }
}

/** The module's code. It draws documents with this entry alone: its name has the hash of all that the page loads. */
export async function buildDrawing(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutTheRest()],
    // Whatever NODE_ENV says: a test builds what goes out.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { ...brandDefines, 'process.env.NODE_ENV': '"production"', pageEntry: JSON.stringify(entry) },
    ssr: { noExternal: true },
    build: {
      ssr: sourceFile('drawing/drawDocument.tsx'),
      write: false,
      target: 'es2023',
      minify: true,
      rolldownOptions: {
        transform: { inject: fromSurroundings('document', 'window', 'MessageChannel') },
        output: { codeSplitting: false },
      },
    },
  })
  const files = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  const [module, ...others] = files.filter(({ type }) => type === 'chunk')
  if (module?.type !== 'chunk' || others.length > 0) throw new Error('what draws documents has to be a single file')
  return module.code
}
