import { codeHashOf } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Deployment } from '@parley/protocol'
import type { PublicClient } from 'viem'
import type { Queryable } from '../db/schema.ts'
import type { Checkpoint } from './checkpoints.ts'
import type { IndexRun } from './indexer.ts'
import { gapKey } from './logGaps.ts'
import { type Header, readHeader } from './reads/rpcBlocks.ts'

/** Distinguishes chains with the same id: a local chain that was reset starts with other blocks. */
interface ChainIdentity {
  readonly chainId: number
  readonly genesisHash: string
  readonly firstHash: string | null
}

async function readChainIdentity(chain: PublicClient): Promise<ChainIdentity> {
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

async function storeChainIdentity(db: Queryable, { chainId, genesisHash, firstHash }: ChainIdentity): Promise<void> {
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

/** Whether the indexed chain was reset. Requests one more header if the head alone can't tell. */
export async function wasChainReset(
  { context, consumers }: IndexRun,
  checkpoints: ReadonlyMap<string, Checkpoint>,
  head: Header,
): Promise<boolean> {
  const furthest = [...checkpoints]
    .filter(([key]) => consumers.some((consumer) => consumer.key === key))
    .map(([, checkpoint]) => checkpoint)
    .toSorted((a, b) => b.block - a.block)[0]
  if (!furthest) return false
  const verdict = forkCheck(furthest, head)
  if (verdict === 'unknown') {
    const there = await readHeader(context.chain, furthest.block)
    return there !== null && there.hash !== furthest.blockHash
  }
  // A public endpoint may merely lag; a local chain has a single endpoint, so it was reset.
  if (verdict === 'behind') return context.config.deployment.network === 'local'
  return verdict === 'forked'
}

type ForkVerdict = 'same' | 'forked' | 'behind' | 'unknown'

/**
 * Whether a head continues the chain read up to `checkpoint`, as far as the head alone can tell.
 *
 * Accepted C-Chain blocks are final, so `forked` means another chain: a local one that was reset or rolled back. `behind`:
 * the head is below the checkpoint, because the endpoint lags or the chain was rolled back.
 */
export function forkCheck(checkpoint: Checkpoint, head: Header): ForkVerdict {
  if (head.number < checkpoint.block) return 'behind'
  if (checkpoint.blockHash === '') return 'same'
  if (head.number === checkpoint.block) return head.hash === checkpoint.blockHash ? 'same' : 'forked'
  if (head.number === checkpoint.block + 1) return head.parentHash === checkpoint.blockHash ? 'same' : 'forked'
  return 'unknown'
}

/** When this server becomes the writer: drops an index of another chain. */
export async function checkIdentity(run: IndexRun): Promise<void> {
  const { chain, db } = run.context
  const found = await readChainIdentity(chain)
  const stored = await storedChainIdentity(db.write)
  if (stored !== null && !isSameChain(stored, found)) await rebuildIndex(run)
  else if (stored === null || stored.firstHash !== found.firstHash) await storeChainIdentity(db.write, found)
  await db.change(async (tx) => {
    for (const consumer of run.consumers) await consumer.begin?.(tx)
    // A consumer that returns later starts from scratch.
    const keys = run.consumers.flatMap((consumer) => [consumer.key, gapKey(consumer)])
    await tx.deleteFrom('checkpoints').where('consumer', 'not in', keys).execute()
  })
}

/** Drops the index, which is rebuilt from the chain (decision C1). Open pages refetch everything. */
export async function rebuildIndex({ context, consumers, state }: IndexRun): Promise<void> {
  context.log.warn(
    'the chain is not the one that was indexed: it was reset or put back. The index is dropped and built again.',
  )
  const identity = await readChainIdentity(context.chain)
  state.generation += 1
  await context.db.change(async (tx) => {
    for (const consumer of consumers) await consumer.clear(tx)
    await tx.deleteFrom('checkpoints').execute()
    await storeChainIdentity(tx, identity)
  })
  context.live.publish([{ type: 'hello', indexedBlock: 0 }])
}
