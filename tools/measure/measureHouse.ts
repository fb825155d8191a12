import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readImportGraph, type ImportGraph } from '../changed/importGraph.ts'
import { examineProse } from '../language/examineProse.ts'

/** One line of the table that `pnpm measure` prints. */
export interface Measure {
  readonly name: string
  readonly value: number
  readonly goal: number
  /** How the value is taken. */
  readonly how: string
  /** True if it may only shrink: the gate compares it with limits.json. */
  readonly ratchet?: true
}

const product = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/
const generated = /\/gen\//
const code = /\.([cm]?[jt]sx?|sol|css)$/
const test = /(^|\/)test\/|\.(test|spec)\.tsx?$/
/** A file of its own because the browser loads it separately. */
const isLoadedLater = /\.lazy\.tsx?$/
/** Files shorter than this could be merged into their only importer. */
const smallLines = 40
/** The action behind the button "Accept Trade". */
const acceptAction = 'apps/web/src/features/offers/runSettlement.ts'
const settingsFile = 'apps/server/src/config/settings.ts'
/** A column of an offer's answer that every layer passes on and no rule uses. */
const typicalColumn = 'createdTxHash'

/** Measures how much an engineer must read and touch to change this repository. */
export function measureHouse(root: string): readonly Measure[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    // Deleted files are listed until the deletion is staged.
    .filter((file) => file !== '' && existsSync(join(root, file)))
  const text = createReader(root)
  const products = files.filter((file) => product.test(file) && !generated.test(file))
  const lengths = products.map((file) => lineCount(text(file))).toSorted((one, other) => one - other)
  const all = files.filter((file) => code.test(file) && !generated.test(file))
  const graph = readImportGraph(
    root,
    files.filter((file) => /\.(tsx?|json)$/.test(file)),
  )
  const accept = graph.closure([acceptAction])
  const acceptPage = [...accept].filter((file) => file.startsWith('apps/web/'))
  const { findings, totals } = examineProse(root)
  const marked = findings.filter(({ kind }) => kind === 'comments').length
  return [
    { name: 'product TypeScript files', value: products.length, goal: 520, how: 'src of apps and packages' },
    { name: 'lines of a product file, median', value: quantile(lengths, 0.5), goal: 75, how: 'at least 55' },
    { name: 'lines of a product file, 90 %', value: quantile(lengths, 0.9), goal: 170, how: '' },
    { name: 'lines of a product file, most', value: lengths.at(-1) ?? 0, goal: 300, how: '' },
    {
      name: 'files on the accept path',
      value: accept.size,
      goal: 55,
      how: `all that ${acceptAction} imports`,
      ratchet: true,
    },
    { name: 'of them in the page', value: acceptPage.length, goal: 32, how: '', ratchet: true },
    {
      name: 'files for a new column',
      value: naming(files, text, typicalColumn),
      goal: 12,
      how: `naming ${typicalColumn}`,
      ratchet: true,
    },
    {
      name: 'files for a new setting',
      value: filesPerSetting(files, text),
      goal: 3,
      how: 'naming a setting, median, with its page',
      ratchet: true,
    },
    {
      name: 'files of texts',
      value: files.filter((file) => /^apps\/web\/src\/(messages|text)\//.test(file)).length,
      goal: 22,
      how: 'one catalogue, by screen',
    },
    {
      name: 'small files with one importer beside them',
      value: smallNeighbours(products, graph, text),
      goal: 0,
      how: `below ${smallLines} lines`,
      ratchet: true,
    },
    { name: 'code files', value: all.length, goal: 1150, how: 'generated ones left out' },
    { name: 'lines of code', value: all.reduce((sum, file) => sum + lineCount(text(file)), 0), goal: 85_000, how: '' },
    {
      name: 'comments that read as translated, ‰',
      value: Math.round((marked / totals.comments) * 1000),
      goal: 9,
      how: 'pnpm check:language',
    },
  ]
}

function createReader(root: string): (file: string) => string {
  const texts = new Map<string, string>()
  return (file) => {
    const known = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    texts.set(file, known)
    return known
  }
}

function lineCount(text: string): number {
  return text.split('\n').length - 1
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

function naming(files: readonly string[], text: (file: string) => string, word: string): number {
  const pattern = new RegExp(`\\b${word}\\b`)
  return files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tools/measure/') && pattern.test(text(file)))
    .length
}

/** Product files that name a setting, plus the settings page. */
function filesPerSetting(files: readonly string[], text: (file: string) => string): number {
  const server = files.filter((file) => file.startsWith('apps/server/src/'))
  const names = [...text(settingsFile).matchAll(/\bsetting\(\s*'(\w+)'/g)].map(([, name = '']) => name)
  const counts = names.map((name) => naming(server, text, name) + 1)
  return quantile(
    counts.toSorted((one, other) => one - other),
    0.5,
  )
}

function smallNeighbours(products: readonly string[], graph: ImportGraph, text: (file: string) => string): number {
  return products.filter((file) => {
    if (lineCount(text(file)) >= smallLines || isLoadedLater.test(file)) return false
    const [only, ...others] = [...graph.importers(file)].filter((importer) => !test.test(importer))
    return only !== undefined && others.length === 0 && dirname(only) === dirname(file)
  }).length
}
