import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeRange } from '@parley/chain'
import type { Abi, Hex } from 'viem'
import { compileContracts, contractsFolder } from './compileContracts.ts'

export interface ContractArtifact {
  readonly abi: Abi
  /** What a deployment sends, constructor arguments apart. */
  readonly creationCode: Hex
  /** What lies at the address afterwards, immutables still zero. */
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

/** A contract of the product, compiled when its sources have changed. */
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

/** A contract of the local world, compiled when its sources have changed. */
export function demoArtifact(name: DemoContract): Promise<ContractArtifact> {
  return read('out-demo', name)
}
