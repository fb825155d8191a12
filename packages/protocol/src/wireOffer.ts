import type { DealCoins, Nft, Offer } from '@parley/domain'
import {
  addressSchema,
  hash32Schema,
  isoTime,
  isoTimeSchema,
  safeNumber,
  uint256Schema,
  unixSecondsSchema,
  z,
} from './primitives.ts'

/** Both sides of a swap: the first NFT of each (null if it has only coins), all NFTs, and the coins. */
export const sideFields = {
  nftContractOffered: z.nullable(addressSchema),
  tokenIdOffered: z.nullable(uint256Schema),
  nftContractRequested: z.nullable(addressSchema),
  tokenIdRequested: z.nullable(uint256Schema),
  nftContractsOffered: z.array(addressSchema),
  tokenIdsOffered: z.array(uint256Schema),
  nftContractsRequested: z.array(addressSchema),
  tokenIdsRequested: z.array(uint256Schema),
  /** Wei. Left out by a server or a memory that knows no coins. */
  coinsOffered: z.prefault(uint256Schema, '0'),
  coinsRequested: z.prefault(uint256Schema, '0'),
} as const

/** An offer as the API carries it: the specification's field names (decisions A1 and A3). */
export const wireOfferSchema = z.object({
  offerId: hash32Schema,
  escrow: addressSchema,
  creator: addressSchema,
  recipient: addressSchema,
  ...sideFields,
  /** Unsettled on the chain, also after expiry. */
  isActive: z.boolean(),
  status: z.enum(['active', 'completed', 'cancelled']),
  /** Null above 2^53 − 1, and where the side has no NFT. */
  tokenIdA: z.nullable(z.int()),
  tokenIdB: z.nullable(z.int()),
  expiresAt: unixSecondsSchema,
  createdAt: isoTimeSchema,
  createdTxHash: hash32Schema,
  myNftCount: z.int(),
  friendNftCount: z.int(),
  completedBy: z.nullable(addressSchema),
  completedTxHash: z.nullable(hash32Schema),
  completedAt: z.nullable(isoTimeSchema),
  /** Offered NFTs whose return failed and that can be fetched with `claimReturned`. */
  unreturned: z.array(z.object({ contract: addressSchema, tokenId: uint256Schema })),
})

export type WireOffer = z.output<typeof wireOfferSchema>

/** Both sides of a swap. */
export interface Sides {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
}

export type WireLists = Pick<
  WireOffer,
  | 'nftContractsOffered'
  | 'tokenIdsOffered'
  | 'nftContractsRequested'
  | 'tokenIdsRequested'
  | 'coinsOffered'
  | 'coinsRequested'
>

type WireFirsts = Pick<WireOffer, 'nftContractOffered' | 'tokenIdOffered' | 'nftContractRequested' | 'tokenIdRequested'>

/** Writes both sides in the API's words: the first NFT of each, all, and the coins. Inverse of `sidesFromWire`. */
export function sidesToWire({ offered, requested, coins }: Sides): WireFirsts & WireLists {
  const [firstOffered] = offered
  const [firstRequested] = requested
  return {
    nftContractOffered: firstOffered?.contract ?? null,
    tokenIdOffered: idOf(firstOffered),
    nftContractRequested: firstRequested?.contract ?? null,
    tokenIdRequested: idOf(firstRequested),
    nftContractsOffered: offered.map((nft) => nft.contract),
    tokenIdsOffered: offered.map((nft) => String(nft.tokenId)),
    nftContractsRequested: requested.map((nft) => nft.contract),
    tokenIdsRequested: requested.map((nft) => String(nft.tokenId)),
    coinsOffered: String(coins.offeredWei),
    coinsRequested: String(coins.requestedWei),
  }
}

/** The numbers beside them (decision A3). */
export function numbersToWire({
  offered,
  requested,
}: Pick<Sides, 'offered' | 'requested'>): Pick<WireOffer, 'tokenIdA' | 'tokenIdB' | 'myNftCount' | 'friendNftCount'> {
  return {
    tokenIdA: numberOf(offered[0]),
    tokenIdB: numberOf(requested[0]),
    myNftCount: offered.length,
    friendNftCount: requested.length,
  }
}

function idOf(nft: Nft | undefined): string | null {
  return nft ? String(nft.tokenId) : null
}

function numberOf(nft: Nft | undefined): number | null {
  return nft ? safeNumber(nft.tokenId) : null
}

/** Writes an offer in the API's words. Inverse of `offerFromWire`. */
export function offerToWire(offer: Offer): WireOffer {
  return {
    offerId: offer.id,
    escrow: offer.escrow,
    creator: offer.creator,
    recipient: offer.recipient,
    ...sidesToWire(offer),
    isActive: offer.settlement === null,
    status: offer.settlement?.kind ?? 'active',
    expiresAt: String(offer.expiresAtS),
    createdAt: isoTime(offer.createdAtS),
    createdTxHash: offer.createdTxHash,
    ...numbersToWire(offer),
    completedBy: offer.settlement?.by ?? null,
    completedTxHash: offer.settlement?.txHash ?? null,
    completedAt: isoTimeOrNull(offer.settlement?.atS ?? null),
    unreturned: offer.unreturned.map((nft) => ({ contract: nft.contract, tokenId: String(nft.tokenId) })),
  }
}

function isoTimeOrNull(seconds: number | null): string | null {
  return seconds === null ? null : isoTime(seconds)
}
