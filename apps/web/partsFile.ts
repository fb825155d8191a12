import type { Plugin } from 'vite'
import { pagePartsFile, type PageParts } from '../../packages/protocol/src/pageDocument.ts'
import { chunkOf, withImports, type BuiltChunk } from './chunksOf.ts'
import { routeParts } from './routeParts.ts'

/** Writes a file that says what each route fetches: the server names those in the route's document. */
export function partsFile(): Plugin {
  return {
    name: 'parts-file',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = Object.values(bundle).filter((file) => file.type === 'chunk')
      const chunks = new Map<string, BuiltChunk>(built.map((chunk) => [chunk.fileName, chunk]))
      const entries = built.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
      const first = new Set(withImports(entries, chunks))
      const scriptsOf = (sources: readonly string[]): string[] =>
        withImports(
          sources.map((source) => chunkOf(source, chunks)),
          chunks,
        )
          .filter((chunk) => !first.has(chunk))
          .map(({ fileName }) => `/${fileName}`)
      const parts: PageParts[] = routeParts.map(({ paths, sources, answers, preview }) => ({
        paths,
        answers,
        scripts: scriptsOf(sources),
        dataScripts: scriptsOf(preview === undefined ? [] : [preview]),
      }))
      this.emitFile({ type: 'asset', fileName: pagePartsFile, source: JSON.stringify(parts) })
    },
  }
}
