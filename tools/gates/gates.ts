import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** One question that `pnpm check` asks: a program that ends well when all is in order. */
export interface Gate {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly cwd?: string
  /** What to do about it, where that is not plain from what the program says. */
  readonly remedy?: string
}

const bin = (name: string): string => join(root, 'node_modules/.bin', name)
const contracts = join(root, 'contracts')
const forge = join(contracts, 'node_modules/@foundry-rs/forge-linux-amd64/bin/forge')

const workspaces = [
  'packages/domain',
  'packages/chain',
  'packages/protocol',
  'apps/server',
  'apps/web',
  'apps/web/test',
  'testkit',
  'e2e',
  'bench',
  'tools',
  'contracts',
]

const types: Gate[] = workspaces
  .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  .map((folder) => ({ name: `types of ${folder}`, file: bin('tsc'), args: ['-p', folder] }))

const contractRules = join(root, 'tools/commands/check-contracts.ts')

/** Every gate, the slow ones first. */
export const gates: readonly Gate[] = [
  { name: 'lint', file: bin('oxlint'), args: ['--type-aware', '--quiet'] },
  ...(existsSync(contractRules) ? [{ name: 'contract rules', file: process.execPath, args: [contractRules] }] : []),
  { name: 'generated files', file: process.execPath, args: ['tools/generate.ts', '--check'], remedy: 'pnpm generate' },
  {
    name: 'dependency rules',
    file: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'testkit', 'e2e', 'bench', 'tools'],
  },
  { name: 'dead code', file: bin('knip'), args: ['--no-progress', '--no-config-hints'] },
  { name: 'page weight', file: process.execPath, args: ['apps/web/weight/checkWeight.ts'] },
  ...types,
  { name: 'licences', file: process.execPath, args: ['tools/commands/licences.ts'] },
  { name: 'format', file: bin('oxfmt'), args: ['--check', '.'], remedy: 'pnpm format' },
  {
    name: 'contract format',
    file: forge,
    args: ['fmt', '--check'],
    cwd: contracts,
    remedy: 'cd contracts && forge fmt',
  },
  // Apart: linting compiles without code, and what it leaves in the tests' folder would pass there as compiled.
  {
    name: 'contract lint',
    file: forge,
    args: ['lint', '--out', 'out-lint', '--cache-path', 'cache-lint'],
    cwd: contracts,
  },
]
