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

/** What a deal is compared with (decision I6). Pages load it after their first paint. */
export const contextRoutes = {
  collectionSwaps: {
    method: 'GET',
    path: '/api/collections/:address/swaps',
    params: z.object({ address: addressSchema }),
    query: z.object({}),
    body: null,
    answers: { 200: collectionSwapsSchema },
  },
} as const satisfies Record<string, Route>
