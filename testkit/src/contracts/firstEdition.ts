import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeHashOf, swapEscrowAbi } from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import { parseEther, type Hex } from 'viem'
import type { Chain } from '../chain/startChain.ts'
import { wallets } from '../wallets.ts'
import { contractsFolder } from './compileContracts.ts'
import type { ContractArtifact } from './contractArtifact.ts'
import { deploy } from './deploy.ts'

const file = join(contractsFolder, 'snapshots/first-edition.json')

/** Deploys the escrow's first edition, without coins, from the sources of version 0.1.0. */
export async function deployFirstEdition({ client }: Pick<Chain, 'client'>): Promise<EscrowDeployment> {
  const { creationCode, immutables }: Pick<ContractArtifact, 'creationCode' | 'immutables'> = JSON.parse(
    await readFile(file, 'utf8'),
  )
  const runtimeCode: Hex = '0x'
  const artifact = { abi: [...swapEscrowAbi, constructor], creationCode, runtimeCode, immutables }
  const args = [wallets.deployer.account.address, parseEther('0.01'), parseEther('0.05')]
  const { address, blockNumber } = await deploy(client, artifact, args)
  const codeHash = codeHashOf(await client.getCode({ address }), immutables)
  if (codeHash === null) throw new Error(`There is no code at the escrow's address ${address}`)
  return { address, codeHash, immutables: [...immutables], fromBlock: Number(blockNumber) }
}

const constructor = {
  type: 'constructor',
  stateMutability: 'nonpayable',
  inputs: [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }],
} as const
