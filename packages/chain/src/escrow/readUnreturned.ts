import type { Nft, Offer } from '@parley/domain'
import type { PublicClient } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

/** A cancelled offer's NFTs that the escrow still holds, at the chain's head (decision K7). */
export async function readUnreturned(
  chain: PublicClient,
  offer: Pick<Offer, 'id' | 'escrow' | 'offered'>,
): Promise<Nft[]> {
  const holders = await chain.multicall({
    allowFailure: false,
    batchSize: 0,
    contracts: offer.offered.map(
      ({ contract, tokenId }) =>
        ({ address: offer.escrow, abi: swapEscrowAbi, functionName: 'custodyOf', args: [contract, tokenId] }) as const,
    ),
  })
  return offer.offered.filter((_, index) => holders[index]?.toLowerCase() === offer.id.toLowerCase())
}
