import { z } from './zod.ts'
import { addressSchema, hash32Schema, isoTimeSchema, uint256Schema, unixSecondsSchema } from './primitives.ts'

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
