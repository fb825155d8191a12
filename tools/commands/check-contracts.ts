import { compile, CompileFailed } from '../../contracts/build/index.ts'
import { violations } from '../../contracts/proof/rules/index.ts'
import { forgeLint, solhint } from '../../contracts/proof/rules/linters.ts'

/** `pnpm check:contracts`: compiler warnings, solhint, forge lint, and the rules over the syntax tree. Says everything that is wrong. */
function warnings(): string[] {
  try {
    compile(['src/SwapEscrow.sol'])
    return []
  } catch (error) {
    if (error instanceof CompileFailed) return [...error.problems]
    throw error
  }
}

const linters = [
  { name: 'solhint', answer: solhint('src/*.sol') },
  { name: 'forge lint', answer: forgeLint('src') },
]
const problems = [
  ...warnings(),
  ...linters.flatMap(({ name, answer }) => (answer.clean ? [] : [`${name}:\n${answer.output}`])),
  ...violations().map(({ rule, where, what }) => `${where}: ${rule}. ${what}`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else
  console.log(
    'Contracts: no compiler warnings, solhint and forge lint are content, and no rule over the syntax tree is broken.',
  )
