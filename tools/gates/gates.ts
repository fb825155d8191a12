import { join } from 'node:path'
import { ownSubjects } from '../language/subjects.ts'
import { root } from '../root.ts'

/** One check of `pnpm check`: a program that exits with 0 when all is well. */
export interface Gate {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly cwd?: string
  /** How to fix it, if the program's output doesn't say. */
  readonly remedy?: string
  readonly inputs: GateInputs
  /** If only such files changed since the last pass, `args` is followed by them and all their importers. */
  readonly narrow?: RegExp
}

/** What decides a gate's result, besides the lockfile, the Node version and the gate itself. */
export interface GateInputs {
  /** Paths from the repository's root. */
  readonly files: RegExp
  /** The relevant part of a file; the whole text by default. */
  readonly partOf?: (text: string) => string
  /** Other state that affects the result. */
  readonly state?: () => string
}

const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const command = (name: string): string => join(root, 'tools/commands', `${name}.ts`)
const contracts = join(root, 'contracts')
const forge = join(contracts, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')

const scripts = /\.([cm]?[jt]s|tsx|json)$/
const solidity = /^contracts\/.*\.(sol|toml)$/

/** Only these form the import graph; a change to any other input affects every file. */
const modules = /\.tsx?$/

/** Every gate, slowest first. */
export const gates: readonly Gate[] = [
  { name: 'lint', file: bin('oxlint'), args: ['--quiet'], inputs: { files: scripts }, narrow: modules },
  {
    name: 'types',
    file: bin('tsc'),
    args: ['--incremental', '--tsBuildInfoFile', join(root, 'node_modules/.cache/parley/types.tsbuildinfo')],
    inputs: { files: scripts },
  },
  {
    name: 'contract rules',
    file: process.execPath,
    args: [command('check-contracts')],
    inputs: { files: /^contracts\// },
  },
  {
    name: 'dependency rules',
    file: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'testkit', 'e2e', 'bench', 'tools'],
    inputs: { files: scripts, partOf: importsIn },
  },
  {
    name: 'dead code',
    file: bin('knip'),
    args: ['--no-progress', '--no-config-hints'],
    inputs: { files: /\.([cm]?[jt]s|tsx|json|css|html)$/, partOf: wordsIn },
  },
  {
    name: 'test-only exports',
    file: bin('knip'),
    args: [
      '--production',
      '--config',
      'knip.production.json',
      '--include',
      'exports,files,types',
      '--no-progress',
      '--no-config-hints',
    ],
    remedy: 'move what only tests import into the tests',
    inputs: { files: /\.([cm]?[jt]s|tsx|json)$/, partOf: wordsIn },
  },
  {
    name: 'page weight',
    file: process.execPath,
    args: ['apps/web/weight/checkWeight.ts'],
    inputs: { files: /^(apps\/web|packages\/[^/]+)\/(?!test\/)|^tsconfig/ },
  },
  {
    name: 'generated files',
    file: process.execPath,
    args: ['tools/generate.ts', '--check'],
    remedy: 'pnpm generate',
    inputs: {
      files:
        /^contracts\/(src|scanner|tools|foundry)|\/gen\/|^docs\/(api|configuration|texts)|^apps\/web\/(src\/messages|src\/portals|test)\/|^e2e\/specs\/|^packages\/protocol\/src\/|^apps\/server\/src\/config\/|^tools\/(generate|docs|page)|^deploy\/(kubernetes\/components|redis|coturn|prometheus|grafana)\//,
    },
  },
  {
    name: 'language',
    file: process.execPath,
    args: [command('check-language')],
    inputs: { files: /\.(md|[cm]?[jt]s|tsx|sol|css)$|^tools\/language\//, state: () => ownSubjects().join('\n') },
  },
  {
    name: 'files per change',
    file: process.execPath,
    args: [command('measure'), '--check'],
    inputs: { files: scripts },
  },
  {
    name: 'licences',
    file: process.execPath,
    args: [command('licences')],
    inputs: { files: /(^|\/)package\.json$|^tools\/commands\/licences/ },
  },
  {
    name: 'deployment',
    file: process.execPath,
    args: [command('check-deployment')],
    inputs: { files: /^deploy\/|^tools\/commands\/check-deployment/ },
  },
  {
    name: 'format',
    file: bin('oxfmt'),
    args: ['--check', '.'],
    remedy: 'pnpm format',
    inputs: { files: /\.([cm]?[jt]s|tsx|json|css|html|ya?ml|toml)$/ },
  },
  {
    name: 'contract format',
    file: forge,
    args: ['fmt', '--check'],
    cwd: contracts,
    remedy: 'cd contracts && forge fmt',
    inputs: { files: solidity },
  },
  // In separate folders: linting compiles without bytecode, and the tests would use its output.
  {
    name: 'contract lint',
    file: forge,
    args: ['lint', '--out', 'out-lint', '--cache-path', 'cache-lint'],
    cwd: contracts,
    inputs: { files: solidity },
  },
]

/** A module's import specifiers in order: all that the dependency rules look at. */
function importsIn(text: string): string {
  return [...text.matchAll(/\b(?:from|import|require|URL)\s*\(?\s*(['"`][^'"`\n]+)/g)]
    .map(([, specifier]) => specifier)
    .join('\n')
}

/**
 * The words of a file, each marked if it occurs more than once, and its imports and exports.
 * In code, whether an export is used depends on nothing else.
 */
function wordsIn(text: string): string {
  // In JSON everything counts: paths and patterns.
  if (text.startsWith('{')) return text
  const found = new Set<string>()
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$-]*/g)) found.add(found.has(word) ? `${word} again` : word)
  const declarations = text.split('\n').filter((line) => /^\s*(import|export)\b/.test(line))
  return [...found].toSorted().concat(importsIn(text), declarations).join('\n')
}
