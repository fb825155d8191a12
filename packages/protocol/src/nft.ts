import { z } from './zod.ts'
import { addressSchema, uint256Schema } from './primitives.ts'

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
