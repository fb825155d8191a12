import { nftKey, type Nft } from '@parley/domain'
import type { Queryable } from '../db/schema.ts'
import { tokenIdOf, tokenKey } from '../holdings/tokenKey.ts'

export interface KnownName {
  /** Empty if the metadata has none. */
  readonly name: string
  readonly readAtS: number
}

/** Stored names by {@link nftKey}. A page of a wallet takes one statement per collection. */
export async function readNames(db: Queryable, nfts: readonly Nft[]): Promise<Map<string, KnownName>> {
  const names = new Map<string, KnownName>()
  for (const [contract, ofContract] of Map.groupBy(nfts, (nft) => nft.contract)) {
    const rows = await db
      .selectFrom('token_names')
      .select(['token', 'name', 'read_at_s'])
      .where('contract', '=', contract)
      .where(
        'token',
        'in',
        ofContract.map(({ tokenId }) => tokenKey(tokenId)),
      )
      .execute()
    for (const { token, name, read_at_s } of rows)
      names.set(nftKey({ contract, tokenId: tokenIdOf(token) }), { name, readAtS: read_at_s })
  }
  return names
}

/** Stores names in one statement. */
export async function writeNames(
  db: Queryable,
  names: readonly { nft: Nft; name: string }[],
  readAtS: number,
): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('token_names')
    .values(
      names.map(({ nft, name }) => ({
        contract: nft.contract,
        token: tokenKey(nft.tokenId),
        name,
        read_at_s: readAtS,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['contract', 'token']).doUpdateSet((excluded) => ({
        name: excluded.ref('excluded.name'),
        read_at_s: excluded.ref('excluded.read_at_s'),
      })),
    )
    .execute()
}
