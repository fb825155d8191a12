import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeRange } from '@parley/chain'
import type { Abi, Hex } from 'viem'
import { compileContracts, contractsFolder } from './compileContracts.ts'

export interface ContractArtifact {
  readonly abi: Abi
  /** The creation code, without constructor arguments. */
  readonly creationCode: Hex
  /** The deployed code, with immutables still zero. */
  readonly runtimeCode: Hex
  readonly immutables: readonly CodeRange[]
}

interface ForgeArtifact {
  readonly abi: Abi
  readonly bytecode: { readonly object: Hex }
  readonly deployedBytecode: {
    readonly object: Hex
    readonly immutableReferences?: Readonly<Record<string, readonly CodeRange[]>>
  }
}

async function read(out: 'out' | 'out-demo', name: string): Promise<ContractArtifact> {
  await compileContracts()
  const file: ForgeArtifact = JSON.parse(await readFile(join(contractsFolder, out, `${name}.sol/${name}.json`), 'utf8'))
  const { object: runtimeCode, immutableReferences = {} } = file.deployedBytecode
  const immutables = Object.values(immutableReferences).flat()
  return { abi: file.abi, creationCode: file.bytecode.object, runtimeCode, immutables }
}

/** A contract of the product, recompiled if its sources changed. */
export function productArtifact(name: 'SwapEscrow'): Promise<ContractArtifact> {
  return read('out', name)
}

export type DemoContract =
  | 'DemoCollection'
  | 'DemoEnumerableCollection'
  | 'DemoDrawnCollection'
  | 'Multicall3'
  | 'MortalCollection'
  | 'MoodyCollection'
  | 'SmartAccount'
  | 'NameServices'

/** A contract of the local world, recompiled if its sources changed. */
export function demoArtifact(name: DemoContract): Promise<ContractArtifact> {
  return read('out-demo', name)
}
