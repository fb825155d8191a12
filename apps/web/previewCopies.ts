import { readFile } from 'node:fs/promises'
import { type Plugin, transformWithOxc } from 'vite'

/** Begins what is drawn from a document's data, before wallet and chain code has loaded. */
const preview = /\/(\w+Preview)\.tsx$/
const mark = /\?preview=(\w+)$/
/** Whatever the first script has anyway, and what must not be there twice, since it holds state. */
const shared =
  /\/packages\/domain\/src\/(product|dealMark|offer)\.ts$|\/src\/(app|portals)\/|\/src\/text\/(frame|message)\.ts$|\/src\/services\/(builtFor|documentData)\.ts$|\/src\/ui\/(Button|DealMark|ErrorBoundary|Icon|Link|lazy|navigation|Side|Skeleton|Slip|TableTop|useIsDrawn)\.tsx?$/
const noStyles = '\0no-styles'
const own = /\/(apps\/web|packages\/(domain|protocol))\/src\/.*\.tsx?$/

/** The preview that a module is a part of: its chunk's name. */
export function previewOf(id: string): string | null {
  return (preview.exec(id) ?? mark.exec(id))?.[1] ?? null
}

/**
 * Gives each preview its own copy of what it shares with the pages behind a wallet.
 *
 * Otherwise those modules would be a chunk between the two: some 1.5 kB more for every page, since small chunks compress
 * worse. The copies are 6 kB, fetched only with a document that carries data.
 */
export function previewCopies(): Plugin {
  return {
    name: 'preview-copies',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      const name = previewOf(importer ?? '')
      if (importer === undefined || name === null) return null
      // The originals bring them: there is one sheet for all pages.
      if (source.endsWith('.css')) return noStyles
      const found = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true })
      return found && own.test(found.id) && !shared.test(found.id)
        ? { ...found, id: `${found.id}?preview=${name}` }
        : found
    },
    async load(id) {
      if (id === noStyles) return ''
      if (!mark.test(id)) return null
      const file = id.replace(mark, '')
      return transformWithOxc(await readFile(file, 'utf8'), file, { jsx: { runtime: 'automatic' } })
    },
  }
}
