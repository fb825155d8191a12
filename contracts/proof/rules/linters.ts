import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { contractsRoot } from '../../build/index.ts'

const timeoutMs = 600_000
const forge = '@foundry-rs/forge-linux-amd64/bin/forge'
/** Linting compiles without code: its output in the tests' folder would pass for compiled contracts. */
const apart = ['--out', 'out-lint', '--cache-path', 'cache-lint']

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

/** Every finding of solhint with all its rules on, as JSON. */
export function solhintReport(pattern: string): string {
  return run('.bin/solhint', ['--noPoster', '--disc', '-c', '.solhint-all.json', '-f', 'json', pattern]).output
}

/** Every finding of forge lint, as JSON lines. Rules that foundry.toml disables are named explicitly. */
export function forgeLintLines(path: string): string[] {
  const severities = ['high', 'med', 'low', 'info', 'gas', 'code-size'].flatMap((name) => ['--severity', name])
  const leftOut = ['unsafe-typecast', 'incorrect-shift', 'block-timestamp'].flatMap((name) => ['--only-lint', name])
  return [severities, leftOut].flatMap((chosen) => {
    const { output } = run(forge, ['lint', path, '--json', ...apart, ...chosen])
    return output.split('\n').filter((line) => line.startsWith('{'))
  })
}

/** solhint with .solhint.json; a warning counts as an error. */
export function solhint(pattern: string): LinterAnswer {
  return run('.bin/solhint', ['--noPoster', '--disc', '--max-warnings', '0', pattern])
}

/** forge's own linter; foundry.toml makes its warnings errors. */
export function forgeLint(path: string): LinterAnswer {
  return run(forge, ['lint', path, '--color', 'never', ...apart])
}
