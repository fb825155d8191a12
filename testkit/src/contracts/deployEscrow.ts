import { codeHashOf } from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import { parseEther } from 'viem'
import type { Chain } from '../chain/startChain.ts'
import { wallets } from '../wallets.ts'
import { productArtifact } from './contractArtifact.ts'
import { deploy } from './deploy.ts'

export interface EscrowTerms {
  /** Initial platform fee. */
  readonly feeWei?: bigint
  /** The fee's ceiling (decision K5). */
  readonly maxFeeWei?: bigint
}

/** Deploys the escrow, owned by {@link wallets.deployer}. Fee 0.01, ceiling 0.05 AVAX by default. */
export async function deployEscrow(chain: Pick<Chain, 'client'>, terms: EscrowTerms = {}): Promise<EscrowDeployment> {
  const { client } = chain
  const fee = terms.feeWei ?? parseEther('0.01')
  const maxFee = terms.maxFeeWei ?? parseEther('0.05')
  const artifact = await productArtifact('SwapEscrow')
  const { address, blockNumber } = await deploy(client, artifact, [wallets.deployer.account.address, fee, maxFee])
  const immutables = [...artifact.immutables]
  const codeHash = codeHashOf(await client.getCode({ address }), immutables)
  if (codeHash === null) throw new Error(`There is no code at the escrow's address ${address}`)
  return { address, codeHash, immutables, edition: 2, fromBlock: Number(blockNumber) }
}
