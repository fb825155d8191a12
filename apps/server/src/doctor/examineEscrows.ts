import { codeHashOf, swapEscrowAbi } from '@parley/chain'
import type { EscrowDeployment } from '@parley/protocol'
import { formatEther, zeroAddress, type PublicClient } from 'viem'
import { failureText } from '../indexer/failureText.ts'
import { fine, warning, wrong, type Finding } from './Finding.ts'

/** Whether the deployed contracts exist, are the right ones, and who owns them. */
export function examineEscrows(chain: PublicClient, escrows: readonly EscrowDeployment[]): Promise<Finding[]> {
  return Promise.all(escrows.map((escrow) => examineEscrow(chain, escrow)))
}

async function examineEscrow(chain: PublicClient, escrow: EscrowDeployment): Promise<Finding> {
  const { address, codeHash, immutables } = escrow
  const what = `escrow ${address}`
  try {
    const found = codeHashOf(await chain.getCode({ address }), immutables)
    if (found === null) return wrong(what, 'There is no contract at this address. Look at DEPLOYMENT_FILE.')
    if (found !== codeHash)
      return wrong(what, 'The contract there is not the one that the deployment file was written for. Do not use it.')
    const contract = { address, abi: swapEscrowAbi } as const
    const [owner, fee] = await Promise.all([
      chain.readContract({ ...contract, functionName: 'owner' }),
      chain.readContract({ ...contract, functionName: 'fee' }),
    ])
    const owned = owner === zeroAddress ? 'nobody owns it any more' : `owned by ${owner}`
    return fine(what, `It is the right contract, ${owned}, with a fee of ${formatEther(fee)} AVAX.`)
  } catch (error) {
    return warning(what, `It could not be asked: ${failureText(error)}.`)
  }
}
