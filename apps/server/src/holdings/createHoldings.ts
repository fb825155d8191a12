import { findOwners, type OwnersOutcome } from '@parley/chain'
import type { Collection } from '@parley/domain'
import type { Context } from '../context.ts'
import { holdingsEvents, noteDepartures } from '../inbox/departures.ts'
import { createUnknownOwners } from '../inbox/unknownOwners.ts'
import type { BlockRef, LogConsumer } from '../indexer/logConsumer.ts'
import { noteAllTaken } from '../offers/takenNfts.ts'
import { type AuditTimes, createOwnerAudit, createRepairs, type OwnerAudit } from './createOwnerAudit.ts'
import { clearOwners, ownerChangeOf, replaceOwners, transferTopic, writeOwnerChanges } from './ownerRows.ts'

/** The checkpoint's name. */
export const holdingsKey = 'holdings'

/** An up-to-date index of token owners in the registry's collections. */
export interface Holdings {
  readonly consumer: LogConsumer
  readonly audit: OwnerAudit
  /** Stops background reads. */
  close(): void
}

/** Collections bootstrapped concurrently. */
const collectionsAtOnce = 3

/**
 * Bootstraps all owners at one block, then follows Transfer logs and repairs differences.
 *
 * @param chainTimeS time of the indexed block; null while the index is behind.
 */
export function createHoldings(context: Context, chainTimeS: () => number | null, auditTimes?: AuditTimes): Holdings {
  const closing = new AbortController()
  const { collections, escrows } = context.config.deployment
  const repairs = createRepairs(context.chain, closing.signal)
  const audit = createOwnerAudit(context, holdingsKey, repairs, auditTimes)
  const unknown = createUnknownOwners(context, { key: holdingsKey, chainTimeS, closing: closing.signal })
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
        await noteAllTaken(tx)
      }
    },
    async apply(tx, { fromBlock, toBlock, logs }) {
      const changes = logs.flatMap((log) => ownerChangeOf(log) ?? [])
      const parties = await noteDepartures(
        tx,
        changes,
        escrows.map(({ address }) => address),
      )
      await writeOwnerChanges(tx, changes)
      const repaired = await repairs.write(tx, changes, { fromBlock, toBlock })
      return {
        // A repair doesn't list the affected wallets, so pages refetch everything.
        events: repaired.count > 0 ? [{ type: 'hello', indexedBlock: toBlock }] : holdingsEvents(changes, parties),
        committed() {
          repaired.committed()
          void audit.look()
          void unknown.look()
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

/** The chain was unreachable during the bootstrap; the indexer retries later. */
export class OwnersUnreachableError extends Error {
  override readonly name = 'OwnersUnreachableError'
  readonly code = 'ownersUnreachable'
}
