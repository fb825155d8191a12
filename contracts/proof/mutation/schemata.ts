import type { Mutant } from './Mutant.ts'
import { decoded, type SourceFile } from './syntax.ts'

/** The chain id that activates a mutant. Tests ignore their chain id, and every call can read it. */
export function chainIdOf(mutant: Pick<Mutant, 'id'>): number {
  return 1_000_000 + mutant.id
}

interface Site {
  readonly start: number
  readonly end: number
  readonly form: Mutant['form']
  readonly mutants: Mutant[]
}

function sitesOf(mutants: readonly Mutant[]): Site[] {
  const sites = new Map<string, Site>()
  for (const mutant of mutants) {
    const key = `${mutant.start}:${mutant.end}:${mutant.form}`
    const site = sites.get(key) ?? { start: mutant.start, end: mutant.end, form: mutant.form, mutants: [] }
    site.mutants.push(mutant)
    sites.set(key, site)
  }
  return [...sites.values()].toSorted((one, other) => one.start - other.start || other.end - one.end)
}

function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function choice(site: Site, original: string): string {
  return site.mutants.reduceRight((otherwise, mutant) => {
    const [id, after] = [chainIdOf(mutant), bytesOf(mutant.after)]
    if (site.form === 'expression') return `(block.chainid == ${id} ? (${after}) : ${otherwise})`
    const kept = otherwise.endsWith('}') ? otherwise : `${otherwise};`
    if (site.form === 'statement')
      return after === ''
        ? `{ if (block.chainid != ${id}) { ${kept} } }`
        : `{ if (block.chainid == ${id}) { ${after}; } else { ${kept} } }`
    if (after === '') return `if xor(chainid(), ${id}) { ${otherwise} }`
    return `xor(${otherwise}, mul(eq(chainid(), ${id}), xor(${otherwise}, ${after})))`
  }, original)
}

/** The statement's node excludes the semicolon; the replacement brings its own. */
function endOf(file: SourceFile, site: Site): number {
  return site.form === 'statement' && file.bytes[site.end] === ';' ? site.end + 1 : site.end
}

function rendered(file: SourceFile, sites: readonly Site[], start: number, end: number): string {
  let text = ''
  let place = start
  for (let index = 0; index < sites.length; index += 1) {
    const site = sites[index]
    if (site === undefined || site.start < place) continue
    const inner: Site[] = []
    while (sites[index + 1] && (sites[index + 1]?.end ?? 0) <= site.end)
      inner.push(...sites.slice((index += 1), index + 1))
    // A pair of statements may overlap the next pair, which then needs a contract of its own.
    text += file.bytes.slice(place, site.start) + choice(site, rendered(file, inner, site.start, site.end))
    place = endOf(file, site)
  }
  return text + file.bytes.slice(place, end)
}

/** Overlapping pairs can't share a text, so the second of each is deferred. */
export function compatible(mutants: readonly Mutant[]): { together: Mutant[]; later: Mutant[] } {
  const together: Mutant[] = []
  const later: Mutant[] = []
  for (const mutant of mutants) {
    const crosses = together.some(
      (other) =>
        other.file === mutant.file && mutant.start > other.start && mutant.start < other.end && mutant.end > other.end,
    )
    const crossed = together.some(
      (other) =>
        other.file === mutant.file && other.start > mutant.start && other.start < mutant.end && other.end > mutant.end,
    )
    if (crosses || crossed) later.push(mutant)
    else together.push(mutant)
  }
  return { together, later }
}

/** The file with every given mutant in it, each inactive until the chain has its id. */
export function withSleepingMutants(file: SourceFile, mutants: readonly Mutant[]): string {
  const text = rendered(file, sitesOf(mutants.filter((mutant) => mutant.file === file.name)), 0, file.bytes.length)
  // Reading the chain id isn't allowed in a pure function.
  return decoded(text.replaceAll(/\bpure\b/g, 'view'))
}

/** The file with one mutant applied. */
export function withMutant(file: SourceFile, mutant: Mutant): string {
  return decoded(file.bytes.slice(0, mutant.start) + bytesOf(mutant.after) + file.bytes.slice(mutant.end))
}
