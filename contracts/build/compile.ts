import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Abi } from 'viem'
import { contractsRoot, type compilerSettings } from './settings.ts'
import { compilerPackageVersion, solcText, type SolcOutput, type SolcProblem } from './solcOutput.ts'
import { standardJson, type StandardJson } from './standardJson.ts'

/** A compiled contract. `runtime` has zeros where immutables go. */
export interface Artifact {
  readonly abi: Abi
  readonly bytecode: `0x${string}`
  readonly runtime: `0x${string}`
  readonly immutables: readonly { readonly start: number; readonly length: number }[]
}

/** Said whenever transient storage is used at all. */
const transientStorageCode = '2394'

function counts(problem: SolcProblem): boolean {
  if (problem.severity === 'error') return true
  if (problem.severity === 'info' || problem.errorCode === transientStorageCode) return false
  return problem.sourceLocation?.file.startsWith('node_modules/') !== true
}

/** The compiler refused, or warned about our own sources: a warning counts as an error. */
export class CompileFailed extends Error {
  readonly code = 'compile-failed'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** One of the files does not hold the contract. */
export class NoSuchContract extends Error {
  readonly code = 'no-such-contract'
  readonly contract: string
  constructor(contract: string) {
    super(`No contract ${contract} was compiled`)
    this.contract = contract
  }
}

const outputSelection = {
  '*': {
    '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'evm.deployedBytecode.immutableReferences'],
  },
}

/** Everything that a deployment needs. */
function compiled(input: StandardJson): string {
  return solcText(input, outputSelection)
}

/** The answer of an earlier run for the very same input, or a fresh one. */
function remembered(input: StandardJson): string {
  const key = createHash('sha256')
    .update(compilerPackageVersion())
    .update(JSON.stringify(input))
    .digest('hex')
    .slice(0, 32)
  const folder = join(contractsRoot, 'cache/solc')
  const file = join(folder, `${key}.json`)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const output = compiled(input)
  mkdirSync(folder, { recursive: true })
  // Written aside and renamed, so that another process never reads half a file.
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, output)
  renameSync(aside, file)
  return output
}

function read(output: string): (contract: string) => Artifact {
  const parsed: SolcOutput = JSON.parse(output)
  const problems = (parsed.errors ?? []).filter(counts).map((problem) => problem.formattedMessage)
  if (problems.length > 0) throw new CompileFailed(problems)
  const contracts = new Map(Object.values(parsed.contracts ?? {}).flatMap((inFile) => Object.entries(inFile)))
  return (name) => {
    const contract = contracts.get(name)
    if (contract === undefined) throw new NoSuchContract(name)
    const references = Object.values(contract.evm.deployedBytecode.immutableReferences ?? {}).flat()
    return {
      abi: contract.abi,
      bytecode: `0x${contract.evm.bytecode.object}`,
      runtime: `0x${contract.evm.deployedBytecode.object}`,
      immutables: references,
    }
  }
}

/** Compiles files (names relative to contracts/) and hands out their contracts by name. Equal inputs compile once per machine. */
export function compile(
  files: readonly string[],
  given: Readonly<Record<string, string>> = {},
  settings: Partial<typeof compilerSettings> = {},
): (contract: string) => Artifact {
  return read(remembered(standardJson(files, given, settings)))
}
