import { product, type Address } from '@parley/domain'
import { z } from '@parley/protocol'
import {
  advance,
  type TransactionNews,
  isUnderWay,
  trackedTransactionSchema,
  type TrackedTransaction,
} from '../actions/tracker/TrackedTransaction.ts'
import type { BrowserStorage } from './browserStorage.ts'
import { createSharedStore, type SharedStore } from './sharedStore.ts'

/** The newest of an account; older ones are on the explorer. */
export const maxTransactions = 30
/** What ended longer ago than this is forgotten. */
export const keptMs = 7 * 86_400_000

/** The transactions of this browser, by account and chain. The only place that knows what is under way. */
export interface Transactions {
  /** Newest first. */
  of(account: Address): SharedStore<readonly TrackedTransaction[]>['store']
  begin(account: Address, tracked: TrackedTransaction): void
  note(account: Address, id: string, news: TransactionNews): void
  /** Marks results as seen. Without ids: all that have ended. */
  tell(account: Address, ids?: readonly string[]): void
  forget(account: Address, id: string): void
}

const formSchema = z.object({ version: z.literal(1), transactions: z.array(trackedTransactionSchema) })

export function createTransactions(storage: BrowserStorage, chainId: number, now: () => number): Transactions {
  const stores = new Map<Address, SharedStore<readonly TrackedTransaction[]>>()
  const form = { parse: (text: string | null) => parse(text, now()), print }
  const storeOf = (account: Address) => {
    const known = stores.get(account)
    if (known) return known
    const key = `${product.slug}-transactions-${chainId}-${account.toLowerCase()}`
    const made = createSharedStore(storage, key, form)
    stores.set(account, made)
    return made
  }
  const changeOne = (account: Address, id: string, change: (tracked: TrackedTransaction) => TrackedTransaction) =>
    storeOf(account).update((all) => {
      const before = all.find((tracked) => tracked.id === id)
      const after = before && change(before)
      return after === before ? all : all.map((tracked) => (after && tracked.id === id ? after : tracked))
    })
  return {
    of: (account) => storeOf(account).store,
    begin: (account, tracked) => storeOf(account).update((all) => bounded([tracked, ...all])),
    note: (account, id, news) => changeOne(account, id, (tracked) => advance(tracked, news, now())),
    tell: (account, ids) =>
      storeOf(account).update((all) => {
        const isNews = (tracked: TrackedTransaction) =>
          !tracked.told && !isUnderWay(tracked) && (ids?.includes(tracked.id) ?? true)
        return all.some(isNews) ? all.map((one) => (isNews(one) ? { ...one, told: true } : one)) : all
      }),
    forget: (account, id) =>
      storeOf(account).update((all) => {
        const left = all.filter((tracked) => tracked.id !== id)
        return left.length === all.length ? all : left
      }),
  }
}

/** Finished transactions are dropped first, pending ones never. */
function bounded(all: readonly TrackedTransaction[]): readonly TrackedTransaction[] {
  if (all.length <= maxTransactions) return all
  const ended = all.findLast((tracked) => !isUnderWay(tracked)) ?? all.at(-1)
  return bounded(all.filter((tracked) => tracked !== ended))
}

function parse(text: string | null, nowMs: number): readonly TrackedTransaction[] {
  try {
    const { transactions } = formSchema.parse(JSON.parse(text ?? 'null'))
    return bounded(transactions.filter((tracked) => isUnderWay(tracked) || nowMs - tracked.changedAtMs < keptMs))
  } catch {
    // Missing, of another version, or foreign data: no transactions.
    return []
  }
}

function print(transactions: readonly TrackedTransaction[]): string {
  return JSON.stringify({ version: 1, transactions }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
