import { z } from './zod.ts'
import { addressSchema, hash32Schema, uint256Schema } from './primitives.ts'

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
