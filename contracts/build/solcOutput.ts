import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

interface Compiler {
  version(): string
  compile(standardJson: string): string
}

const require = createRequire(import.meta.url)

/** Loaded when something is compiled: it takes as long as all else that a deployment does. */
let loaded: Compiler | undefined
function compiler(): Compiler {
  const solc: Compiler = (loaded ??= require('solc'))
  return solc
}

/** With the commit that it was built from, as explorers ask for it. */
export function compilerVersion(): string {
  return compiler().version()
}

/** The version of its package, for which it need not be loaded. */
export function compilerPackageVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(require.resolve('solc/package.json'), 'utf8'))
  return manifest.version
}

/** Runs the compiler and returns its answer as text. `selection` is the compiler's own outputSelection. */
export function solcText(
  input: StandardJson,
  selection: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): string {
  return compiler().compile(JSON.stringify({ ...input, settings: { ...input.settings, outputSelection: selection } }))
}

/** Runs the compiler. */
export function solcOutput(
  input: StandardJson,
  selection: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
): SolcOutput {
  const output: SolcOutput = JSON.parse(solcText(input, selection))
  return output
}
