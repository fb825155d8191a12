import {
  type Address,
  type DealCoins,
  type Nft,
  nftKey,
  noCoins,
  type Offer,
  type OfferId,
  sameAddress,
  sameCoins,
} from '@parley/domain'
import { type Client, decodeFunctionResult, encodeFunctionData, type PublicClient } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import { ethCall } from '../transactions/simulate.ts'
import { getBlockNumber } from 'viem/actions'

/** What the escrow itself says of an offer (decision C6). */
export interface OfferOnChain {
  readonly id: OfferId
  readonly escrow: Address
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
  readonly expiresAtS: number
  /** Unsettled, also after expiry. */
  readonly isActive: boolean
  /** The block of this answer, or a later one. */
  readonly block: bigint
}

/**
 * Reads an offer through the given connection.
 *
 * @throws ChainFailureError, `reverted` for an id that the escrow does not know.
 */
export async function readOfferTerms(chain: Client, escrow: Address, id: OfferId): Promise<OfferOnChain> {
  try {
    const block = await getBlockNumber(chain, { cacheTime: 0 })
    const question = { abi: swapEscrowAbi, functionName: 'getOfferDetails', args: [id] } as const
    const [data, coins] = await Promise.all([
      ethCall(chain, { to: escrow, data: encodeFunctionData(question) }),
      readCoins(chain, escrow, id),
    ])
    const details = decodeFunctionResult({ ...question, data })
    const [creator, recipient, tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, expiresAt, isActive] = details
    return {
      id,
      escrow,
      creator,
      recipient,
      offered: zip(tokenAContracts, tokenAIds),
      requested: zip(tokenBContracts, tokenBIds),
      coins,
      expiresAtS: Number(expiresAt),
      isActive,
      block,
    }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** An escrow of the first edition has no such function, and no coins: it reverts. */
async function readCoins(chain: Client, escrow: Address, id: OfferId): Promise<DealCoins> {
  const question = { abi: swapEscrowAbi, functionName: 'coinsOf', args: [id] } as const
  try {
    const data = await ethCall(chain, { to: escrow, data: encodeFunctionData(question) })
    const [offeredWei, requestedWei] = decodeFunctionResult({ ...question, data })
    return { offeredWei, requestedWei }
  } catch (error) {
    const failure = ChainFailureError.from(error)
    if (failure.failure.kind === 'reverted') return noCoins
    throw failure
  }
}

function zip(contracts: readonly Address[], tokenIds: readonly bigint[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: tokenIds[index] ?? 0n }))
}

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

/** Whether the offer on the screen is the offer on the chain: parties, both sides with their coins, expiry. */
export function hasSameTerms(shown: Offer, onChain: OfferOnChain): boolean {
  return (
    sameAddress(shown.creator, onChain.creator) &&
    sameAddress(shown.recipient, onChain.recipient) &&
    shown.expiresAtS === onChain.expiresAtS &&
    sameSide(shown.offered, onChain.offered) &&
    sameSide(shown.requested, onChain.requested) &&
    sameCoins(shown.coins, onChain.coins)
  )
}

function sameSide(one: readonly Nft[], other: readonly Nft[]): boolean {
  return one.length === other.length && one.map(nftKey).join() === other.map(nftKey).join()
}
