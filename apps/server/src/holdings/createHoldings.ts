import { findOwners, type OwnersOutcome } from '@parley/chain'
import type { Address, Collection } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import type { Context } from '../context.ts'
import type { BlockRef, LogConsumer } from '../indexer/logConsumer.ts'
import { createOwnerAudit, type AuditTimes, type OwnerAudit } from './createOwnerAudit.ts'
import { createRepairs } from './createRepairs.ts'
import { nobody, ownerChangeOf, transferTopic, type OwnerChange } from './OwnerChange.ts'
import { clearOwners, replaceOwners, writeOwnerChanges } from './ownerRows.ts'

/** The name of this part's checkpoint. */
export const holdingsKey = 'holdings'

/** Who owns what in the registry's collections, kept up to date. */
export interface Holdings {
  readonly consumer: LogConsumer
  readonly audit: OwnerAudit
  /** Ends what is read in the background. */
  close(): void
}

/** Collections that are read at the same time while the index begins. */
const collectionsAtOnce = 3
/** Addresses in one live event. */
const addressesAtOnce = 500

/** Begins with all owners at one block, then follows the Transfer logs, and repairs what differs. */
export function createHoldings(context: Context, auditTimes?: AuditTimes): Holdings {
  const closing = new AbortController()
  const { collections } = context.config.deployment
  const repairs = createRepairs(context.chain, closing.signal)
  const audit = createOwnerAudit(context, holdingsKey, repairs, auditTimes)
  const consumer: LogConsumer = {
    key: holdingsKey,
    fromBlock: 0,
    addresses: collections.map(({ address }) => address),
    topics: [transferTopic],
    async bootstrap(at, signal) {
      const outcomes = await readAll(context, at, AbortSignal.any([signal, closing.signal]))
      return async (tx) => {
        await clearOwners(tx)
        for (const [collection, outcome] of outcomes) await replaceOwners(tx, collection, outcome)
      }
    },
    async apply(tx, { fromBlock, toBlock, logs }) {
      const changes = logs.flatMap((log) => ownerChangeOf(log) ?? [])
      await writeOwnerChanges(tx, changes)
      const repaired = await repairs.write(tx, changes, { fromBlock, toBlock })
      return {
        // Pages read everything again on a greeting: what a repair changed has no list of names.
        events: repaired.count > 0 ? [{ type: 'hello', indexedBlock: toBlock }] : eventsOf(changes),
        committed() {
          repaired.committed()
          void audit.look()
        },
      }
    },
    async clear(tx) {
      repairs.clear()
      await clearOwners(tx)
    },
  }
  return { consumer, audit, close: () => closing.abort() }
}

async function readAll(
  { chain, config, log }: Context,
  at: BlockRef,
  signal: AbortSignal,
): Promise<Map<Collection, OwnersOutcome>> {
  const left = [...config.deployment.collections]
  const outcomes = new Map<Collection, OwnersOutcome>()
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const outcome = await findOwners(chain, next, BigInt(at.number), signal)
      if ('unreadable' in outcome)
        log.warn({ collection: next.name, reason: outcome.unreadable }, 'a collection cannot be read')
      outcomes.set(next, outcome)
    }
  }
  await Promise.all(Array.from({ length: collectionsAtOnce }, work))
  if ([...outcomes.values()].some((outcome) => 'unreadable' in outcome && outcome.unreadable === 'unreachable')) {
    throw new OwnersUnreachableError()
  }
  return outcomes
}

/** The chain could not be reached while all owners were read: the indexer begins again later. */
export class OwnersUnreachableError extends Error {
  override readonly name = 'OwnersUnreachableError'
  readonly code = 'ownersUnreachable'
}

function eventsOf(changes: readonly OwnerChange[]): LiveEvent[] {
  const addresses = [...new Set<Address>(changes.flatMap(({ from, to }) => [from, to]))].filter(
    (address) => address !== nobody,
  )
  return Array.from({ length: Math.ceil(addresses.length / addressesAtOnce) }, (_, index) => ({
    type: 'holdings' as const,
    addresses: addresses.slice(index * addressesAtOnce, (index + 1) * addressesAtOnce),
  }))
}
