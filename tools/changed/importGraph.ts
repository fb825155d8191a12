import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** The importers of each file, by the repository's own imports. */
export interface ImportGraph {
  /** Every file affected by the changed ones, with the number of imports in between. */
  reach(changed: readonly string[]): ReadonlyMap<string, number>
  /** The files and everything they import, types included, as far as `follow` allows. */
  closure(files: readonly string[], follow?: (file: string) => boolean): ReadonlySet<string>
  /** The files that import a file directly. */
  importers(file: string): ReadonlySet<string>
}

interface Import {
  readonly names: readonly string[]
  readonly from: string
}

const imports = /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?([^'";]*?)\s*from\s+'([^']+)'/g
const bareImports = /(?:\bimport\s*\(?\s*|new URL\(\s*)'([^']+)'/g
const declared =
  /(?:^|\n)export\s+(?:declare\s+|abstract\s+|async\s+)*(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/g

/**
 * Reads the imports of `files`, paths from `root`. Imports through a package's index are resolved to the declaring
 * file: otherwise every file would reach every other.
 */
export function readImportGraph(root: string, files: readonly string[]): ImportGraph {
  const texts = new Map(
    files.filter((file) => existsSync(join(root, file))).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  const packages = packageEntries(root, files)
  const importers = new Map<string, Set<string>>()
  const declarations = new Map<string, Map<string, string>>()

  function resolve(from: string, specifier: string): string | null {
    if (specifier.startsWith('.')) return relative(root, join(root, dirname(from), specifier))
    return packages.get(specifier) ?? null
  }

  /** The declaring file of each name that a file exports. */
  function declarationsOf(file: string): Map<string, string> {
    const known = declarations.get(file)
    if (known) return known
    const found = new Map<string, string>()
    declarations.set(file, found)
    const text = texts.get(file) ?? ''
    for (const [, name = ''] of text.matchAll(declared)) found.set(name, file)
    for (const { names, from } of importsOf(text, true)) {
      const target = resolve(file, from)
      if (target === null) continue
      const behind = declarationsOf(target)
      if (names.includes('*')) for (const [name, place] of behind) found.set(name, place)
      else for (const name of names) found.set(name, behind.get(name) ?? target)
    }
    return found
  }

  function add(importer: string, imported: string): void {
    const known = importers.get(imported) ?? new Set()
    importers.set(imported, known.add(importer))
  }

  for (const [file, text] of texts) {
    if (!/\.tsx?$/.test(file)) continue
    const isIndex = basename(file) === 'index.ts'
    for (const { names, from } of importsOf(text, false)) {
      const target = resolve(file, from)
      // An index only re-exports: its importers are linked to the declaring files.
      if (target === null || isIndex) continue
      const places = from.startsWith('.') ? null : declarationsOf(target)
      if (!places || names.includes('*')) add(file, target)
      else for (const name of names) add(file, places.get(name) ?? target)
    }
    for (const [, specifier = ''] of text.matchAll(bareImports)) {
      const target = resolve(file, specifier)
      if (target !== null) add(file, target)
    }
  }

  return {
    importers: (file) => importers.get(file) ?? new Set(),
    closure(starts, follow = () => true) {
      const imported = new Map<string, string[]>()
      for (const [target, sources] of importers)
        for (const source of sources) imported.set(source, [...(imported.get(source) ?? []), target])
      const found = new Set<string>()
      const waiting = [...starts]
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
        if (found.has(file) || !follow(file)) continue
        found.add(file)
        waiting.push(...(imported.get(file) ?? []))
      }
      return found
    },
    reach(changed) {
      const distances = new Map(changed.map((file) => [file, 0]))
      // Other files are found by their path or name in the text.
      for (const file of changed.filter((one) => !/\.tsx?$/.test(one)))
        for (const [reader, text] of texts)
          if (text.includes(file) || text.includes(`/${basename(file)}'`)) add(reader, file)
      let edge = [...distances.keys()]
      for (let distance = 1; edge.length > 0; distance += 1) {
        const next = new Set(edge.flatMap((file) => [...(importers.get(file) ?? [])]))
        edge = [...next].filter((file) => !distances.has(file))
        for (const file of edge) distances.set(file, distance)
      }
      return distances
    },
  }
}

function importsOf(text: string, onlyExports: boolean): readonly Import[] {
  return [...text.matchAll(imports)]
    .filter(([whole]) => !onlyExports || /^\s*export/.test(whole))
    .map(([, clause = '', from = '']) => ({ names: namesOf(clause), from }))
}

/** The imported names; `*` for all. */
function namesOf(clause: string): readonly string[] {
  if (clause.includes('*')) return ['*']
  const [, braced = ''] = /\{([^}]*)\}/.exec(clause) ?? []
  return braced
    .split(',')
    .map(
      (part) =>
        part
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '',
    )
    .filter((name) => name !== '')
}

/** The file behind each import path of a workspace package. */
function packageEntries(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  for (const manifest of files.filter((file) => basename(file) === 'package.json')) {
    const parsed: { name?: string; exports?: Record<string, string> } = JSON.parse(
      readFileSync(join(root, manifest), 'utf8'),
    )
    for (const [address, target] of Object.entries(parsed.exports ?? {}))
      entries.set(join(parsed.name ?? '', address), join(dirname(manifest), target))
  }
  return entries
}
