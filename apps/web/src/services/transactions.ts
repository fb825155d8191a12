import { product, type Address, type OfferId } from '@parley/domain'
import { z } from '@parley/protocol'
import {
  advance,
  type TransactionEvent,
  isUnderWay,
  trackedTransactionSchema,
  type TrackedTransaction,
  type TransactionKind,
} from '../actions/tracker/transaction.ts'
import { type BrowserStorage, createSharedStore, type SharedStore } from './browser.ts'
import type { ActionFailure, ActionTools, Step, StepKey } from '../actions/action.ts'
import type { Message } from '../text/message.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** The newest of an account; older ones are on the explorer. */
export const maxTransactions = 30
/** What ended longer ago than this is forgotten. */
export const keptMs = 7 * 86_400_000

/** The transactions of this browser, by account and chain. The only place that knows what is under way. */
export interface Transactions {
  /** Newest first. */
  of(account: Address): SharedStore<readonly TrackedTransaction[]>['store']
  begin(account: Address, tracked: TrackedTransaction): void
  note(account: Address, id: string, event: TransactionEvent): void
  /** Marks results as seen. Without ids: all that have ended. */
  tell(account: Address, ids?: readonly string[]): void
  forget(account: Address, id: string): void
}

const formSchema = z.object({ version: z.literal(2), transactions: z.array(trackedTransactionSchema) })

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
    note: (account, id, event) => changeOne(account, id, (tracked) => advance(tracked, event, now())),
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
  return JSON.stringify({ version: 2, transactions }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** The name of the lock that the page holds which brings the transaction about, or follows it. */
export function lockOf({ id }: Pick<TrackedTransaction, 'id'>): string {
  return `transaction-${id}`
}

/** Every action is about one transaction. */
export type ActionKind = TransactionKind

/** An action under way, or the last one. */
export interface RunningAction {
  readonly kind: ActionKind
  /** The offer's id, or the collection's address; null while creating. */
  readonly subject: OfferId | null
  readonly steps: readonly Step[]
}

interface ActionsState {
  readonly running: RunningAction | null
  readonly last: RunningAction | null
  /** SYNC OFFERS reads the lists again, which may move an offer from under the pointer. */
  readonly syncing: boolean
}

export type ActionsStore = StoreApi<ActionsState>

/** While any action runs, no other may begin: one store for the whole page knows. */
export function createActions(): ActionsStore {
  return createStore<ActionsState>(() => ({ running: null, last: null, syncing: false }))
}

const approving: readonly StepKey[] = ['validate', 'send', 'receipt', 'refresh']
const leaving: readonly StepKey[] = ['validate', 'send', 'receipt', 'record', 'success', 'refresh']
const leavingExpired: readonly StepKey[] = ['validate', 'fee', 'send', 'receipt', 'record', 'success', 'refresh']

/** The steps of each action, in the order in which they come. */
const stepsOf: Readonly<Record<ActionKind, readonly StepKey[]>> = {
  create: ['validate', 'ownership', 'approval', 'fee', 'send', 'receipt', 'offer-id', 'record', 'success', 'refresh'],
  accept: ['validate', 'ownership', 'approval', 'fee', 'send', 'receipt', 'record', 'success', 'refresh'],
  cancel: leaving,
  claim: leaving,
  sendHome: leaving,
  recover: leavingExpired,
  return: leavingExpired,
  approve: approving,
  revoke: approving,
  own: approving,
  bringHome: ['validate', 'fee', 'send', 'receipt', 'refresh'],
}

/** Begins an action, unless another one runs. @returns whether it has begun. */
export function beginAction(store: ActionsStore, kind: ActionKind, subject: OfferId | null): boolean {
  if (store.getState().running) return false
  store.setState({ running: { kind, subject, steps: stepsOf[kind].map((key) => ({ key, state: 'waiting' })) } })
  return true
}

export function reportStep(store: ActionsStore, step: Step): void {
  store.setState(({ running }) => {
    if (!running) return {}
    return {
      running: {
        ...running,
        steps: running.steps.map((known) => (known.key === step.key ? { ...known, ...step } : known)),
      },
    }
  })
}

export function endAction(store: ActionsStore): void {
  store.setState(({ running }) => ({ running: null, last: running }))
}

/** A user action that takes a transaction. */
export interface Action {
  readonly kind: ActionKind
  readonly subject: OfferId | null
  /** NFTs that it would move, by key, or offers that it would close. Two actions on one are never begun at once. */
  readonly items?: readonly string[]
  /** Which deployment it is about; the newest where none is named. */
  readonly escrow?: Address
  /** Runs the flow, and then shows its outcome. */
  readonly run: (tools: ActionTools) => Promise<void>
  /** Takes what would be said of a failure, where the page says it in a place of its own. */
  readonly onFailed?: (said: readonly Message[], failure: ActionFailure | null) => void
}

/** Whether the list of transactions is on screen: several places open it. */
export const transactionDrawer = createStore<{ readonly open: boolean }>(() => ({ open: false }))
