import { readBalances } from '@parley/chain'
import type { Address, Collection } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { readCheckpoints } from '../indexer/checkpoints.ts'
import { unreadCollections } from './ownerRows.ts'
import type { Repairs } from './createRepairs.ts'

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

export const defaultAuditTimes: AuditTimes = { everyMs: 30_000, repairEveryMs: 10 * 60_000 }

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
    const ofCollection = db.read.selectFrom('nft_owners').where('contract', '=', address)
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
      asked.set(wallet, true)
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
