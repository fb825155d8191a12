import { swapEscrowAbi } from '@parley/chain'
import type { Nft, OfferId } from '@parley/domain'
import { encodeFunctionData, type Hex } from 'viem'

/** The call that creates an offer: one pair by the single form, more by the other. */
export function creationData(offered: readonly Nft[], requested: readonly Nft[], durationS: number): Hex {
  const [mine, theirs] = [offered[0], requested[0]]
  const duration = BigInt(durationS)
  if (mine && theirs && offered.length === 1 && requested.length === 1) {
    const args = [mine.contract, mine.tokenId, theirs.contract, theirs.tokenId, duration] as const
    return encodeFunctionData({ abi: swapEscrowAbi, functionName: 'createSwapOffer', args })
  }
  const args = [
    offered.map((nft) => nft.contract),
    offered.map((nft) => nft.tokenId),
    requested.map((nft) => nft.contract),
    requested.map((nft) => nft.tokenId),
    duration,
  ] as const
  return encodeFunctionData({ abi: swapEscrowAbi, functionName: 'createMultiSwapOffer', args })
}

export function settlementData(
  functionName: 'acceptSwapOffer' | 'cancelSwapOffer' | 'cancelExpiredOffer',
  id: OfferId,
): Hex {
  return encodeFunctionData({ abi: swapEscrowAbi, functionName, args: [id] })
}
