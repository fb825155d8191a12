import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilerSettings, contractsRoot } from './settings.ts'

export interface StandardJson {
  readonly language: 'Solidity'
  readonly sources: Readonly<Record<string, { readonly content: string }>>
  readonly settings: Readonly<Record<string, unknown>>
}

/** A Solidity file imports something that is neither a package nor a file beside it. */
export class UnknownImport extends Error {
  readonly code = 'unknown-import'
  readonly importer: string
  readonly path: string
  constructor(importer: string, path: string) {
    super(`${importer} imports ${path}, which is not there`)
    this.importer = importer
    this.path = path
  }
}

function remapped(path: string): string {
  for (const mapping of compilerSettings.remappings) {
    const [prefix = '', target = ''] = mapping.split('=')
    if (path.startsWith(prefix)) return target + path.slice(prefix.length)
  }
  return path
}

function resolve(importer: string, path: string): string {
  return path.startsWith('.') ? join(importer, '..', path) : remapped(path)
}

/**
 * The compiler's whole input for the given files (relative to contracts/) and their imports. An explorer needs it to
 * verify the source. `given` replaces or adds sources by name, for generated contracts and mutants; `settings` replace
 * those of the product.
 */
export function standardJson(
  files: readonly string[],
  given: Readonly<Record<string, string>> = {},
  settings: Partial<typeof compilerSettings> = {},
): StandardJson {
  const sources = new Map<string, { content: string }>()
  const waiting = [...files]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (sources.has(name)) continue
    const content = given[name] ?? readFileSync(join(contractsRoot, name), 'utf8')
    sources.set(name, { content })
    for (const match of content.matchAll(/^\s*import\s+(?:[^"';]*\sfrom\s+)?["']([^"']+)["']/gm)) {
      const path = resolve(name, match[1] ?? '')
      if (!(path in given) && !existsSync(join(contractsRoot, path))) throw new UnknownImport(name, path)
      waiting.push(path)
    }
  }
  const sorted = [...sources].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { language: 'Solidity', sources: Object.fromEntries(sorted), settings: { ...compilerSettings, ...settings } }
}
