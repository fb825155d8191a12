import { codeHashOf } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Deployment } from '@parley/protocol'
import type { PublicClient } from 'viem'
import type { Queryable } from '../db/schema.ts'
import { readHeader } from './reads/headers.ts'

/** Distinguishes chains with the same id: a local chain that was reset starts with other blocks. */
interface ChainIdentity {
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
class NoGenesisError extends Error {
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

/** The endpoints serve another chain than the deployment's. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError'

  constructor(found: number, wanted: number) {
    super(`the endpoints of RPC_URLS are of chain ${found}, the deployment is of chain ${wanted}`)
  }
}

/** An escrow's address has no contract, or a different one. */
class WrongEscrowError extends Error {
  override readonly name = 'WrongEscrowError'

  constructor(address: Address, found: string | null) {
    super(
      found === null
        ? `there is no contract at ${address}, where the deployment has an escrow`
        : `the contract at ${address} is not the escrow of the deployment`,
    )
  }
}

/**
 * Verifies that the chain has the deployment's escrows; a chain id alone proves nothing (decision C7).
 *
 * @throws {WrongEscrowError} for the first missing escrow.
 */
export async function checkEscrows(chain: PublicClient, { escrows }: Deployment): Promise<void> {
  const codes = await Promise.all(escrows.map(({ address }) => chain.getCode({ address })))
  escrows.forEach(({ address, codeHash, immutables }, index) => {
    const found = codeHashOf(codes[index], immutables)
    if (found !== codeHash) throw new WrongEscrowError(address, found)
  })
}
