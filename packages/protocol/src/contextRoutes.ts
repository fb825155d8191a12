import type { Route } from './routes.ts'
import { addressSchema, hash32Schema, isoTimeSchema, uint256Schema, z } from './primitives.ts'

const side = z.object({
  /** In the offer's order. */
  nfts: z.array(z.object({ contract: addressSchema, tokenId: uint256Schema })),
  /** Wei. */
  coins: uint256Schema,
})

/**
 * `GET /api/collections/{address}/swaps`: a collection's last completed swaps here, newest first.
 *
 * Facts of the chain, ten at most. Prices aren't made of them: a swap of two NFTs has none.
 */
const collectionSwapsSchema = z.object({
  success: z.literal(true),
  swaps: z.array(
    z.object({
      /** The offer that was accepted. */
      offerId: hash32Schema,
      /** Null where the server knows that it was completed, but not when. */
      at: z.nullable(isoTimeSchema),
      offered: side,
      requested: side,
    }),
  ),
})

export type WireCollectionSwaps = z.output<typeof collectionSwapsSchema>

/** `GET /api/nft/{contract}/{tokenId}/swaps`: the completed swaps in which an NFT changed hands, newest first. */
const nftSwapsSchema = z.object({
  success: z.literal(true),
  swaps: z.array(
    z.object({
      offerId: hash32Schema,
      /** Who gave the NFT. */
      from: addressSchema,
      to: addressSchema,
      /** Null where the server knows that it was completed, but not when. */
      at: z.nullable(isoTimeSchema),
      txHash: z.nullable(hash32Schema),
    }),
  ),
  /** Whether there are older ones. */
  hasMore: z.boolean(),
})

/** `GET /api/collections`: how many tokens each supported collection has, burned ones left out. */
const collectionsSchema = z.object({
  success: z.literal(true),
  collections: z.array(
    z.object({
      address: addressSchema,
      /** Null until the index has read the collection. */
      supply: z.nullable(z.int()),
    }),
  ),
})

/** Supplies, and swaps of an NFT or a collection (decision I6). Pages load them after their first paint. */
export const contextRoutes = {
  collections: {
    method: 'GET',
    path: '/api/collections',
    params: z.object({}),
    query: z.object({}),
    body: null,
    answers: { 200: collectionsSchema },
  },
  nftSwaps: {
    method: 'GET',
    path: '/api/nft/:contract/:tokenId/swaps',
    params: z.object({ contract: addressSchema, tokenId: uint256Schema }),
    query: z.object({}),
    body: null,
    answers: { 200: nftSwapsSchema },
  },
  collectionSwaps: {
    method: 'GET',
    path: '/api/collections/:address/swaps',
    params: z.object({ address: addressSchema }),
    query: z.object({}),
    body: null,
    answers: { 200: collectionSwapsSchema },
  },
} as const satisfies Record<string, Route>
