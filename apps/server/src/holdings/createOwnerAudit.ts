import { findOwners, type OwnersOutcome, readBalances } from '@parley/chain'
import type { Address, Collection } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { sql, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { PublicClient } from 'viem'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import { nobody, type OwnerChange, replaceOwners, unreadCollections, writeOwnerChanges } from './ownerRows.ts'
import { readCheckpoints } from '../indexer/checkpoints.ts'

export interface OwnerAudit {
  /** Audits one collection, unless an audit is running or just ran. Never rejects; failures are logged. */
  look(): Promise<void>
  /** Gives recently viewed wallets priority. */
  noteAsked(wallet: Address): void
}

export interface AuditTimes {
  /** Between two audits. */
  readonly everyMs: number
  /** Minimum time between two repairs of a collection. If it differs right after one, it is inconsistent. */
  readonly repairEveryMs: number
}

const defaultAuditTimes: AuditTimes = { everyMs: 30_000, repairEveryMs: 10 * 60_000 }

const holdersAtOnce = 50
const maxWallets = 50

/**
 * Audits the index against the collections.
 *
 * Each audit compares some holders' `balanceOf` in one collection with their indexed tokens at the same block. A collection
 * that differs, or hasn't been read yet, is read again.
 */
export function createOwnerAudit(
  context: Context,
  key: string,
  repairs: Repairs,
  times: AuditTimes = defaultAuditTimes,
): OwnerAudit {
  const { chain, db, log } = context
  const { collections } = context.config.deployment
  const asked = new LRUCache<Address, true>({ max: maxWallets })
  const repairedAtMs = new Map<Address, number>()
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking = false
  let turn = 0

  async function lookOnce(): Promise<void> {
    const block = (await readCheckpoints(db.read)).get(key)?.block
    if (block === undefined) return
    const [unread] = (await unreadCollections(db.read, collections)).filter(mayRepair)
    if (unread) return repair(unread, block, 'it has not been read')
    const collection = collections[turn++ % Math.max(1, collections.length)]
    if (!collection || !mayRepair(collection)) return
    const holders = await someHolders(collection)
    const balances = await readBalances(chain, collection.address, holders, BigInt(block))
    const counts = await countsAt(collection, holders, block)
    const differs =
      counts &&
      holders.some(
        (holder, index) => balances[index] !== undefined && balances[index] !== BigInt(counts.get(holder) ?? 0),
      )
    if (differs) await repair(collection, block, 'a holder has another number of tokens than the index')
  }

  function mayRepair({ address }: Collection): boolean {
    return (
      !repairs.isUnderWay(address) &&
      performance.now() - (repairedAtMs.get(address) ?? Number.NEGATIVE_INFINITY) >= times.repairEveryMs
    )
  }

  async function repair(collection: Collection, block: number, why: string): Promise<void> {
    repairedAtMs.set(collection.address, performance.now())
    log.warn({ collection: collection.name, block, why }, 'reading the owners of a collection anew')
    await repairs.begin(collection, block)
  }

  /** Recently viewed wallets, plus holders from a random position. */
  async function someHolders({ address }: Collection): Promise<Address[]> {
    // Collections don't say how many tokens were burned.
    const ofCollection = db.read.selectFrom('nft_owners').where('contract', '=', address).where('owner', '!=', nobody)
    const { tokens } = await ofCollection.select(sql<number>`count(*)`.as('tokens')).executeTakeFirstOrThrow()
    const rows = await ofCollection
      .select('owner')
      .orderBy('token')
      .limit(holdersAtOnce)
      .offset(Math.floor(Math.random() * Math.max(1, tokens - holdersAtOnce)))
      .execute()
    return [...new Set([...asked.keys(), ...rows.map(({ owner }) => addressSchema.parse(owner))])]
  }

  /** Undefined if the index has moved on, so that the blocks would differ. */
  async function countsAt(
    { address }: Collection,
    holders: readonly Address[],
    block: number,
  ): Promise<Map<string, number> | undefined> {
    if (holders.length === 0) return new Map()
    const rows = await db.read
      .selectFrom('nft_owners')
      .select(['owner', sql<number>`count(*)`.as('tokens')])
      .where('contract', '=', address)
      .where('owner', 'in', [...holders])
      .groupBy('owner')
      .execute()
    const now = (await readCheckpoints(db.read)).get(key)?.block
    return now === block ? new Map(rows.map(({ owner, tokens }) => [owner, tokens])) : undefined
  }

  return {
    noteAsked(wallet) {
      if (wallet !== nobody) asked.set(wallet, true)
    },
    async look() {
      if (looking || performance.now() - lookedAtMs < times.everyMs) return
      looking = true
      try {
        await lookOnce()
      } catch (error) {
        log.warn({ err: error }, 'the owners could not be checked')
      } finally {
        looking = false
        lookedAtMs = performance.now()
      }
    },
  }
}

/** A collection being re-read while the index continues. */
interface Repair {
  readonly collection: Collection
  /** The block it is read at. */
  readonly block: number
  /** Transfers after that block. */
  later: readonly OwnerChange[]
  outcome: OwnersOutcome | undefined
}

/** Repairs written in a transaction. */
export interface Written {
  readonly count: number
  /** Call after the commit, to discard them. */
  committed(): void
}

interface Repairs {
  /** Re-reads a collection's owners at `block`, the index's checkpoint. Does nothing if already running. */
  begin(collection: Collection, block: number): Promise<void>
  isUnderWay(contract: Address): boolean
  /** Writes finished repairs and later transfers within the index's transaction. */
  write(
    tx: Transaction<Schema>,
    changes: readonly OwnerChange[],
    range: { fromBlock: number; toBlock: number },
  ): Promise<Written>
  /** Discards everything after a chain reset. */
  clear(): void
}

/**
 * Repairs differences from the chain.
 *
 * Owners at one block are read outside any transaction. Transfers that arrive in the meantime are collected and applied on
 * top, in the transaction that moves the checkpoint, so a repair never undoes later transfers.
 */
export function createRepairs(chain: PublicClient, signal: AbortSignal): Repairs {
  const repairs = new Map<Address, Repair>()

  return {
    isUnderWay: (contract) => repairs.has(contract),
    clear: () => repairs.clear(),
    async begin(collection, block) {
      if (repairs.has(collection.address)) return
      const repair: Repair = { collection, block, later: [], outcome: undefined }
      repairs.set(collection.address, repair)
      try {
        repair.outcome = await findOwners(chain, collection, BigInt(block), signal)
      } catch (error) {
        repairs.delete(collection.address)
        throw error
      }
    },
    async write(tx, changes, { fromBlock, toBlock }) {
      const written: Repair[] = []
      for (const repair of repairs.values()) {
        // A rolled back transaction is retried with the same blocks.
        const before = repair.later.filter((change) => change.block < fromBlock)
        const since = changes.filter(
          ({ contract, block }) => contract === repair.collection.address && block > repair.block,
        )
        repair.later = [...before, ...since]
        if (repair.outcome === undefined || toBlock < repair.block) continue
        await replaceOwners(tx, repair.collection, repair.outcome)
        await writeOwnerChanges(tx, repair.later)
        written.push(repair)
      }
      return {
        count: written.length,
        committed() {
          for (const repair of written)
            if (repairs.get(repair.collection.address) === repair) repairs.delete(repair.collection.address)
        },
      }
    },
  }
}
