import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isUnderWay, type TrackedTransaction } from '../../actions/tracker/TrackedTransaction.ts'
import { followTransactions } from '../../services/followTransactions.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useAccount } from '../../services/useConnection.ts'
import { describeTransaction, transactionHere, type TransactionView } from './describeTransaction.ts'
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
