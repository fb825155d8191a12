import type { EscrowDeployment } from '@parley/protocol'
import { keccak256, parseEther } from 'viem'
import type { Chain } from '../chain/startChain.ts'
import { wallets } from '../wallets.ts'
import { productArtifact } from './contractArtifact.ts'
import { deploy } from './deploy.ts'

export interface EscrowTerms {
  /** Platform fee at the start. */
  readonly feeWei?: bigint
  /** What the fee can never exceed (decision K5). */
  readonly maxFeeWei?: bigint
}

/** Deploys the escrow, owned by {@link wallets.deployer}: fee 0.01, at most 0.05 AVAX unless told otherwise. */
export async function deployEscrow(chain: Pick<Chain, 'client'>, terms: EscrowTerms = {}): Promise<EscrowDeployment> {
  const { client } = chain
  const fee = terms.feeWei ?? parseEther('0.01')
  const maxFee = terms.maxFeeWei ?? parseEther('0.05')
  const { address, blockNumber } = await deploy(client, await productArtifact('SwapEscrow'), [
    wallets.deployer.account.address,
    fee,
    maxFee,
  ])
  const code = await client.getCode({ address })
  if (!code) throw new Error(`There is no code at the escrow's address ${address}`)
  return { address, codeHash: keccak256(code), fromBlock: Number(blockNumber) }
}
