import { addressSchema, hash32Schema, uint256Schema } from './primitives.ts'
import { z } from './zod.ts'

/** `GET /api/nft/{contract}/{tokenId}`: what a token's metadata says. Its text is the collection's own: show it as text only. */
export const nftSchema = z.object({
  success: z.literal(true),
  contract: addressSchema,
  tokenId: uint256Schema,
  name: z.string(),
  collectionName: z.string(),
  /** Where this server serves its picture. */
  image: z.string(),
  attributes: z.array(z.object({ trait: z.string(), value: z.string() })),
})

export type WireNft = z.output<typeof nftSchema>

/** `GET /api/holdings/{address}`: every NFT of a wallet in the supported collections, at one block. */
export const holdingsSchema = z.object({
  success: z.literal(true),
  address: addressSchema,
  /** The block of this answer. */
  block: z.int(),
  nfts: z.array(
    z.object({
      contract: addressSchema,
      tokenId: uint256Schema,
      name: z.string(),
      collectionName: z.string(),
      image: z.string(),
      /** The open offer that holds it in escrow for this wallet, if one does. */
      escrowedBy: z.nullable(hash32Schema),
    }),
  ),
  /** Collections that could not be read: shown as that, never as empty. */
  unreadable: z.array(addressSchema),
  nextCursor: z.nullable(z.string()),
})

export type WireHoldings = z.output<typeof holdingsSchema>

/** `GET /api/collections`: how many tokens each supported collection has, burned ones left out. */
export const collectionsSchema = z.object({
  success: z.literal(true),
  collections: z.array(
    z.object({
      address: addressSchema,
      /** Null until the index has read the collection. */
      supply: z.nullable(z.int()),
    }),
  ),
})
