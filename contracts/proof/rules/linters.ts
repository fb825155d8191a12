import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { contractsRoot } from '../../build/index.ts'

const timeoutMs = 120_000

export interface LinterAnswer {
  readonly clean: boolean
  readonly output: string
}

function run(binary: string, args: readonly string[]): LinterAnswer {
  const { status, stdout, stderr } = spawnSync(join(contractsRoot, 'node_modules', binary), args, {
    cwd: contractsRoot,
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  return { clean: status === 0, output: `${stdout}${stderr}`.trim() }
}

/** solhint with .solhint.json; a warning counts as an error. */
export function solhint(pattern: string): LinterAnswer {
  return run('.bin/solhint', ['--noPoster', '--max-warnings', '0', pattern])
}

/**
 * forge's own linter; foundry.toml makes its warnings errors. It compiles without code, so it gets a folder of its own:
 * what it leaves in the tests' would pass there as compiled.
 */
export function forgeLint(path: string): LinterAnswer {
  const apart = ['--out', 'out-lint', '--cache-path', 'cache-lint']
  return run('@foundry-rs/forge-linux-amd64/bin/forge', ['lint', path, '--color', 'never', ...apart])
}
