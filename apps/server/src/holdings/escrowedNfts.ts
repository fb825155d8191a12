import type { Address } from '@parley/domain'
import { z } from 'zod'
import { addressSchema, hash32Schema, uint256Schema } from '@parley/protocol'
import type { Queryable } from '../db/schema.ts'
import type { HeldNft } from './HeldNft.ts'

const nftList = z.array(
  z.tuple([
    addressSchema,
    z.pipe(
      uint256Schema,
      z.transform((text: string) => BigInt(text)),
    ),
  ]),
)

/** NFTs the escrow holds for a wallet: offered in unsettled offers, or unreturned from settled ones. */
export async function escrowedNfts(db: Queryable, owner: Address): Promise<HeldNft[]> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'offered', 'unreturned', 'settlement'])
    .where('creator', '=', owner)
    .where((where) => where.or([where('settlement', 'is', null), where('unreturned', '!=', '[]')]))
    .execute()
  return rows.flatMap(({ id, offered, unreturned, settlement }) => {
    const escrowedBy = hash32Schema.parse(id)
    const nfts = nftList.parse(JSON.parse(settlement === null ? offered : unreturned))
    return nfts.map(([contract, tokenId]) => ({ contract, tokenId, escrowedBy }))
  })
}
