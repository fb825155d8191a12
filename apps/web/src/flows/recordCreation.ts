import type { Address, Nft, OfferId, TxHash } from '@parley/domain'
import type { OfferHint } from '@parley/protocol'
import type { Deal } from './checks/checkDeal.ts'
import type { ConnectedTools } from './FlowTools.ts'

/** Tells the server of a new offer. Resolves to whether it took the news: the chain has the offer in any case. */
export async function recordCreation(
  tools: ConnectedTools,
  deal: Deal,
  recipient: Address,
  offerId: OfferId | TxHash,
): Promise<boolean> {
  const body = hintOf(deal, {
    creator: tools.wallet.address,
    recipient,
    offerId,
    nowS: Math.floor(tools.clock.now() / 1000),
  })
  try {
    await tools.api.request('recordOffer', { body })
    return true
  } catch {
    // Any answer but a success, and no answer at all, mean the same here: the index has to find the offer by itself.
    return false
  }
}

interface Circumstances {
  readonly creator: Address
  readonly recipient: Address
  readonly offerId: OfferId | TxHash
  readonly nowS: number
}

function hintOf(deal: Deal, { creator, recipient, offerId, nowS }: Circumstances): OfferHint {
  const offered = firstOf(deal.offered)
  const requested = firstOf(deal.requested)
  return {
    offerId,
    creator,
    recipient,
    nftContractOffered: offered.contract,
    tokenIdOffered: String(offered.tokenId),
    nftContractRequested: requested.contract,
    tokenIdRequested: String(requested.tokenId),
    nftContractsOffered: deal.offered.map((nft) => nft.contract),
    tokenIdsOffered: deal.offered.map((nft) => String(nft.tokenId)),
    nftContractsRequested: deal.requested.map((nft) => nft.contract),
    tokenIdsRequested: deal.requested.map((nft) => String(nft.tokenId)),
    isActive: true,
    tokenIdA: safeNumber(offered.tokenId),
    tokenIdB: safeNumber(requested.tokenId),
    // The browser's guess of the block time: the server takes the chain's.
    expiresAt: String(nowS + deal.durationS),
    myNftCount: deal.offered.length,
    friendNftCount: deal.requested.length,
  }
}

function firstOf(side: readonly Nft[]): Nft {
  const [nft] = side
  if (!nft) throw new RangeError('an offer has at least one NFT on each side')
  return nft
}

function safeNumber(value: bigint): number | null {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null
}
