import { standardJson } from '../../build/index.ts'
import { solcOutput, type SolcOutput, type SolcProblem } from '../../build/solcOutput.ts'
import type { Mutant } from './Mutant.ts'
import { chainIdOf, compatible, withMutant, withSleepingMutants } from './schemata.ts'
import type { SourceFile } from './syntax.ts'

const contract = 'src/SwapEscrow.sol'

/** Minimal optimisation: mutants differ in behaviour, and gas tests are excluded. */
const quick = {
  optimizer: {
    enabled: true,
    runs: 1,
    details: { yul: true, yulDetails: { stackAllocation: true, optimizerSteps: 'dhfoDgvulfnTUtnIf' } },
  },
}

/** A contract that contains mutants, with the chain id that activates each. */
export interface Build {
  readonly bytecode: string
  readonly runtime: string
  readonly mutants: readonly Mutant[]
}

/** The original sources, or all inactive mutants together, don't compile. */
export class MutantsDoNotCompile extends Error {
  readonly code = 'mutants-do-not-compile'
  readonly problem: string
  constructor(problem: string) {
    super(problem)
    this.problem = problem
  }
}

function errorsOf(output: SolcOutput): SolcProblem[] {
  return (output.errors ?? []).filter((problem) => problem.severity === 'error')
}

function compiled(given: Readonly<Record<string, string>>, mutants: readonly Mutant[]): Build | SolcProblem[] {
  const input = standardJson([contract], given)
  const output = solcOutput(
    { ...input, settings: { ...input.settings, ...quick } },
    { [contract]: { SwapEscrow: ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  )
  const code = output.contracts?.[contract]?.['SwapEscrow']?.evm
  return code === undefined
    ? errorsOf(output)
    : { bytecode: code.bytecode.object, runtime: code.deployedBytecode.object, mutants }
}

/** The mutant that the compiler reported an error in. */
function culprit(
  problem: SolcProblem,
  given: Readonly<Record<string, string>>,
  mutants: readonly Mutant[],
): Mutant | undefined {
  const unassigned = problem.formattedMessage.includes('without prior assignment')
  const { file = '', start = 0 } =
    (unassigned ? problem.secondarySourceLocations?.[0] : undefined) ?? problem.sourceLocation ?? {}
  const text = Buffer.from(given[file] ?? '', 'utf8')
  // An unassigned variable is reported at its declaration, and its assignment follows.
  const id = unassigned
    ? /chainid [!=]= (\d+)/.exec(text.subarray(start).toString('utf8'))?.[1]
    : [
        ...text
          .subarray(0, start)
          .toString('utf8')
          .matchAll(/chainid(?: == |\(\), )(\d+)/g),
      ].at(-1)?.[1]
  return mutants.find((mutant) => chainIdOf(mutant) === Number(id))
}

function texts(files: readonly SourceFile[], mutants: readonly Mutant[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file.name, withSleepingMutants(file, mutants)]))
}

/** Removes the mutants that the compiler rejects. */
function withoutStillborn(
  files: readonly SourceFile[],
  mutants: readonly Mutant[],
): { readonly living: readonly Mutant[]; readonly stillborn: readonly Mutant[] } {
  const stillborn: Mutant[] = []
  for (;;) {
    const living = mutants.filter((mutant) => !stillborn.includes(mutant))
    const given = texts(files, living)
    const errors = errorsOf(solcOutput(standardJson([contract], given), { '*': { '': ['ast'] } }))
    if (errors.length === 0) return { living, stillborn }
    for (const problem of errors) {
      const mutant = culprit(problem, given, living)
      if (mutant === undefined) throw new MutantsDoNotCompile(problem.formattedMessage)
      if (!stillborn.includes(mutant)) stillborn.push(mutant)
    }
  }
}

export interface Builds {
  readonly builds: readonly Build[]
  readonly stillborn: readonly Mutant[]
}

function builtTogether(files: readonly SourceFile[], mutants: readonly Mutant[]): Builds {
  const builds: Build[] = []
  const stillborn: Mutant[] = []
  for (let waiting = mutants; waiting.length > 0;) {
    const { together, later } = compatible(waiting)
    const checked = withoutStillborn(files, together)
    stillborn.push(...checked.stillborn)
    const build = compiled(texts(files, checked.living), checked.living)
    if (Array.isArray(build)) throw new MutantsDoNotCompile(build.map((problem) => problem.formattedMessage).join('\n'))
    builds.push(build)
    waiting = later
  }
  return { builds, stillborn }
}

function builtAlone(files: readonly SourceFile[], mutant: Mutant): Build | undefined {
  const file = files.find((candidate) => candidate.name === mutant.file)
  if (file === undefined) return undefined
  const build = compiled({ [file.name]: withMutant(file, mutant) }, [mutant])
  return Array.isArray(build) ? undefined : build
}

/** Compiles the mutants: most together in one contract, inactive, the others one by one. */
export function* buildMutants(files: readonly SourceFile[], mutants: readonly Mutant[]): Generator<Builds> {
  yield builtTogether(
    files,
    mutants.filter((mutant) => mutant.form !== 'alone'),
  )
  for (const mutant of mutants.filter((candidate) => candidate.form === 'alone')) {
    const build = builtAlone(files, mutant)
    yield build === undefined ? { builds: [], stillborn: [mutant] } : { builds: [build], stillborn: [] }
  }
}
