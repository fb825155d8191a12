import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsRoot, standardJson } from '../../build/index.ts'
import { solcOutput } from '../../build/solcOutput.ts'

/** The model checker's verdict on one file's assertions. */
interface Answer {
  readonly asserted: number
  readonly proved: number
  /** Unproved assertions, and any other message. */
  readonly unproved: readonly string[]
}

/** "Check is safe" */
const provedCode = '9576'

/**
 * Asks solc to prove every assertion of a contract, and prints the answer as JSON.
 *
 * It uses CHC with the Z3 compiled into solc. A separate program, since the compiler can't be interrupted from
 * within.
 */
function ask(name: string): Answer {
  const file = `proof/smt/${name}.sol`
  const input = standardJson([file])
  // No `timeout`: Z3 measures time in a thread, which the compiler's WebAssembly doesn't have.
  const modelChecker = {
    contracts: { [file]: [name] },
    engine: 'chc',
    solvers: ['z3'],
    targets: ['assert'],
    showProvedSafe: true,
    showUnproved: true,
  }
  const { errors = [] } = solcOutput(
    { ...input, settings: { ...input.settings, modelChecker } },
    { [file]: { [name]: [] } },
  )
  return {
    asserted: readFileSync(join(contractsRoot, file), 'utf8').split('assert(').length - 1,
    proved: errors.filter(({ errorCode }) => errorCode === provedCode).length,
    unproved: errors
      .filter(({ errorCode }) => errorCode !== provedCode)
      .map(({ formattedMessage }) => formattedMessage),
  }
}

process.stdout.write(`${JSON.stringify(ask(process.argv[2] ?? ''))}\n`)
