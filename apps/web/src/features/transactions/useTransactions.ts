import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import {
  isUnderWay,
  type TrackedTransaction,
  isUnfinished,
  type TransactionState,
} from '../../actions/tracker/transaction.ts'
import { followTransactions } from './followTransactions.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/walletConnection.ts'
import type { OfferId, TxHash } from '@parley/domain'
import type { Formatter } from '../../text/format.ts'
import { transactionText as words } from '../../text/transactions.ts'
import type { RunningAction } from '../../services/transactions.ts'

export interface TransactionsView {
  /** Newest first. */
  readonly all: readonly TransactionView[]
  readonly underWay: readonly TransactionView[]
  /** Ended, but the result is unread. */
  readonly news: readonly TransactionView[]
  tellAll(): void
  forget(id: string): void
}

const none = createStore<readonly TrackedTransaction[]>(() => [])

/** The connected account's transactions, from all tabs of this browser. */
export function useTransactions(): TransactionsView {
  const { transactions, formatter, actions } = useSession()
  const account = useAccount()
  const tracked = useStore(account ? transactions.of(account) : none)
  const running = useStore(actions, (state) => state.running)
  return useMemo(() => {
    const here = transactionHere(tracked, running)
    const view = (one: TrackedTransaction) => describeTransaction(one, formatter, here)
    const isOpen = (one: TrackedTransaction) => one === here || isUnderWay(one)
    return {
      all: tracked.map(view),
      underWay: tracked.filter(isOpen).map(view),
      news: tracked.filter((one) => !one.told && !isOpen(one)).map(view),
      tellAll: () => account && transactions.tell(account),
      forget: (id) => account && transactions.forget(account, id),
    }
  }, [tracked, formatter, running, account, transactions])
}

/** Takes over transactions whose page is gone. */
export function useFollowing(): void {
  const session = useSession()
  const portal = usePortal()
  useEffect(() => followTransactions(session, portal), [session, portal])
}

/** A tracked transaction as shown on screen. */
export interface TransactionView {
  readonly id: string
  readonly title: string
  readonly text: string
  /** `open`: undecided. */
  readonly standing: 'open' | 'done' | 'failed'
  readonly startedAtS: number
  /** When it was sent, while it is neither mined nor dropped. */
  readonly sentAtMs: number | null
  /** The related offer, if any. */
  readonly offerId: OfferId | null
  /** The effective transaction: the replacement, if it was replaced. */
  readonly txHash: TxHash | null
  /** It is unknown whether the wallet's request is still open; only the user can tell. */
  readonly forgettable: boolean
}

/** The transaction run by this page: only this one waits for an answer here. */
export function transactionHere(
  all: readonly TrackedTransaction[],
  running: RunningAction | null,
): TrackedTransaction | undefined {
  if (!running) return undefined
  const newest = all.find(({ kind, subject }) => running.kind === kind && running.subject === subject)
  // A transaction that ended earlier isn't this page's current one.
  return newest && !newest.told && isUnfinished(newest) ? newest : undefined
}

/** Describes a transaction. `here`: the one this page is running, which counts as open until the page finishes it. */
export function describeTransaction(
  tracked: TrackedTransaction,
  formatter: Formatter,
  here: TrackedTransaction | undefined,
): TransactionView {
  const { id, kind, state } = tracked
  const isHere = tracked === here
  return {
    id,
    title: words.names[kind]({ subject: subjectOf(tracked, formatter) }),
    text: textOf(state, formatter, isHere),
    standing:
      isHere || isUnderWay(tracked)
        ? 'open'
        : state.at === 'confirmed' || state.at === 'confirmedByState'
          ? 'done'
          : 'failed',
    startedAtS: Math.floor(tracked.startedAtMs / 1000),
    sentAtMs: state.at === 'sent' ? tracked.changedAtMs : null,
    offerId: offerOf(tracked),
    txHash: hashOf(state),
    forgettable: state.at === 'awaitingWallet' && !isHere,
  }
}

const aboutCollections: ReadonlySet<TrackedTransaction['kind']> = new Set(['approve', 'revoke', 'own'])

function subjectOf({ kind, subject, items }: TrackedTransaction, formatter: Formatter): string {
  if (subject === null) return ''
  if (!aboutCollections.has(kind)) return formatter.short(subject)
  // Without an NFT it is about the whole collection.
  const tokenId = items[0]?.split('/')[1]
  return formatter.collection(subject) + (tokenId ? ` #${tokenId}` : '')
}

function offerOf({ kind, subject, state }: TrackedTransaction): TransactionView['offerId'] {
  if ('offerId' in state && state.offerId) return state.offerId
  return aboutCollections.has(kind) ? null : subject
}

function hashOf(state: TransactionState): TxHash | null {
  if (state.at === 'failed' && 'byHash' in state.cause) return state.cause.byHash
  return 'txHash' in state ? state.txHash : null
}

function textOf(state: TransactionState, { coin }: Formatter, isHere: boolean): string {
  switch (state.at) {
    case 'awaitingWallet':
      if (state.ambiguousAtMs !== null) return words.ambiguous
      return isHere ? words.awaitingWallet(coin(state.totalWei)) : words.awaitingElsewhere
    case 'confirmed':
      return state.isIndexed ? words.confirmed(state) : `${words.confirmed(state)} ${words.listsFollow}`
    case 'failed':
      return state.cause.kind === 'reverted' ? words.reverted(state.cause.reason) : words[state.cause.kind]
    case 'notSent':
      return words[state.cause]
    default:
      return words[state.at]
  }
}
