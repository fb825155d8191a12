import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { compileContracts, contractsFolder } from './compileContracts.ts'

export interface ContractArtifact {
  readonly abi: Abi
  /** What a deployment sends, constructor arguments apart. */
  readonly creationCode: Hex
  /** What lies at the address afterwards, immutables still zero. */
  readonly runtimeCode: Hex
}

interface ForgeArtifact {
  readonly abi: Abi
  readonly bytecode: { readonly object: Hex }
  readonly deployedBytecode: { readonly object: Hex }
}

async function read(out: 'out' | 'out-demo', name: string): Promise<ContractArtifact> {
  await compileContracts()
  const file: ForgeArtifact = JSON.parse(await readFile(join(contractsFolder, out, `${name}.sol/${name}.json`), 'utf8'))
  return { abi: file.abi, creationCode: file.bytecode.object, runtimeCode: file.deployedBytecode.object }
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

/** A contract of the local world, compiled when its sources have changed. */
export function demoArtifact(name: DemoContract): Promise<ContractArtifact> {
  return read('out-demo', name)
}
