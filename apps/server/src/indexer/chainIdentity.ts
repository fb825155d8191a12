import type { PublicClient } from 'viem'
import type { Queryable } from '../db/schema.ts'
import { readHeader } from './reads/headers.ts'

/** Distinguishes chains with the same id: a local chain that was reset starts with other blocks. */
export interface ChainIdentity {
  readonly chainId: number
  readonly genesisHash: string
  readonly firstHash: string | null
}

export async function readChainIdentity(chain: PublicClient): Promise<ChainIdentity> {
  const [chainId, genesis, first] = await Promise.all([chain.getChainId(), readHeader(chain, 0), readHeader(chain, 1)])
  if (genesis === null) throw new NoGenesisError()
  return { chainId, genesisHash: genesis.hash, firstHash: first?.hash ?? null }
}

/** The endpoint doesn't know its chain's first block, so the chain can't be identified. */
export class NoGenesisError extends Error {
  override readonly name = 'NoGenesisError'
}

/** Whether the index belongs to this chain. A first block that didn't exist yet back then doesn't count. */
export function isSameChain(stored: ChainIdentity, found: ChainIdentity): boolean {
  if (stored.chainId !== found.chainId || stored.genesisHash !== found.genesisHash) return false
  return stored.firstHash === null || stored.firstHash === found.firstHash
}

export async function storedChainIdentity(db: Queryable): Promise<ChainIdentity | null> {
  const row = await db.selectFrom('chain_identity').selectAll().executeTakeFirst()
  return row ? { chainId: row.chain_id, genesisHash: row.genesis_hash, firstHash: row.first_hash } : null
}

export async function storeChainIdentity(
  db: Queryable,
  { chainId, genesisHash, firstHash }: ChainIdentity,
): Promise<void> {
  const values = { chain_id: chainId, genesis_hash: genesisHash, first_hash: firstHash }
  await db
    .insertInto('chain_identity')
    .values({ one: 1, ...values })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(values))
    .execute()
}
