import solc from 'solc'
import type { Abi } from 'viem'
import type { StandardJson } from './standardJson.ts'

export interface SolcProblem {
  readonly severity: 'error' | 'warning' | 'info'
  readonly formattedMessage: string
  readonly errorCode?: string
  readonly sourceLocation?: { readonly file: string; readonly start: number; readonly end: number }
  readonly secondarySourceLocations?: readonly { readonly file: string; readonly start: number }[]
}

export interface SolcContract {
  readonly abi: Abi
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: {
      readonly object: string
      readonly immutableReferences?: Readonly<
        Record<string, readonly { readonly start: number; readonly length: number }[]>
      >
    }
  }
}

/** What the compiler answers, as far as it is used here. */
export interface SolcOutput {
  readonly errors?: readonly SolcProblem[]
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>
  readonly sources?: Readonly<Record<string, { readonly ast?: unknown }>>
}

export const compilerVersion = solc.version()

/** Runs the compiler and returns its answer as text. `selection` is the compiler's own outputSelection. */
export function solcText(
  input: StandardJson,
  selection: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): string {
  return solc.compile(JSON.stringify({ ...input, settings: { ...input.settings, outputSelection: selection } }))
}

/** Runs the compiler. */
export function solcOutput(
  input: StandardJson,
  selection: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): SolcOutput {
  const output: SolcOutput = JSON.parse(solcText(input, selection))
  return output
}
