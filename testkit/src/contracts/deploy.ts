import type { Address } from '@parley/domain'
import { getAddress, type Hash } from 'viem'
import type { LocalClient } from '../chain/createLocalClient.ts'
import { wallets } from '../wallets.ts'
import type { ContractArtifact } from './contractArtifact.ts'
import { minedReceipt } from './minedReceipt.ts'

export interface Deployment {
  readonly address: Address
  readonly blockNumber: bigint
  readonly txHash: Hash
}

/** Deploys a contract from the local world's own account. */
export async function deploy(
  client: LocalClient,
  artifact: ContractArtifact,
  args: readonly unknown[],
): Promise<Deployment> {
  const txHash = await client.deployContract({
    abi: artifact.abi,
    bytecode: artifact.creationCode,
    args,
    account: wallets.deployer.account,
    // Otherwise viem requests the chain id before each transaction.
    chain: null,
  })
  const receipt = await minedReceipt(client, txHash)
  if (!receipt.contractAddress) throw new Error(`Deployment ${txHash} made no contract: ${receipt.status}`)
  return { address: getAddress(receipt.contractAddress), blockNumber: receipt.blockNumber, txHash }
}
