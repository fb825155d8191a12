import { compile, CompileFailed } from '../../contracts/build/index.ts'
import { violations } from '../../contracts/proof/rules/index.ts'
import { beyondBaseline, findings } from '../../contracts/proof/rules/findings.ts'

/**
 * `pnpm check:contracts`: compiler warnings, rules over the syntax tree, and linter findings.
 *
 * Baseline findings are excluded. Reports everything that is wrong.
 */
function warnings(): string[] {
  try {
    compile(['src/SwapEscrow.sol'])
    return []
  } catch (error) {
    if (error instanceof CompileFailed) return [...error.problems]
    throw error
  }
}

const problems = [
  ...warnings(),
  ...beyondBaseline(findings()),
  ...violations().map(({ rule, where, what }) => `${where}: ${rule}. ${what}`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else
  console.log(
    'Contracts: no compiler warnings, nothing beyond the baseline of solhint and forge lint, no rule over the syntax tree broken.',
  )
