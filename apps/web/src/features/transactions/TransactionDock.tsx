import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { transactionText as words } from '../../text/transactions.ts'
import { transactionDrawer } from '../../services/transactions.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { TransactionDrawer } from './TransactionDrawer.tsx'
import { SlowNote, TransactionSign } from './TransactionSign.tsx'
import type { TransactionView } from './describeTransaction.ts'
import { useFollowing, useTransactions } from './useTransactions.ts'
import './Transactions.css'

/**
 * A status line on every page: a pending transaction, or an unread result. Opens the transaction list.
 *
 * A live region: changes are announced.
 */
export default function TransactionDock(): ReactNode {
  useFollowing()
  const transactions = useTransactions()
  const open = useStore(transactionDrawer, (state) => state.open)
  const setOpen = (next: boolean): void => transactionDrawer.setState({ open: next })
  const { underWay, news, tellAll } = transactions
  useEffect(() => {
    // An open list counts as read.
    if (open && news.length > 0) tellAll()
  }, [open, news, tellAll])
  const [first] = underWay.length > 0 ? underWay : news
  return (
    <>
      <div className="tx-dock" role="status" aria-live="polite">
        {first && !open ? (
          <DockLine
            view={first}
            more={(underWay.length > 0 ? underWay.length : news.length) - 1}
            onOpen={() => setOpen(true)}
            {...(first.standing === 'open' ? {} : { onDismiss: tellAll })}
          />
        ) : null}
      </div>
      <TransactionDrawer open={open} transactions={transactions} onClose={() => setOpen(false)} />
    </>
  )
}

interface DockLineProps {
  readonly view: TransactionView
  /** The number of other transactions. */
  readonly more: number
  readonly onOpen: () => void
  readonly onDismiss?: () => void
}

function DockLine({ view, more, onOpen, onDismiss }: DockLineProps): ReactNode {
  return (
    <div className={`tx-line tx-${view.standing}`}>
      <button type="button" className="tx-line-open" aria-haspopup="dialog" onClick={onOpen}>
        <TransactionSign standing={view.standing} />
        <span className="tx-words">
          <b>
            {onDismiss ? `${words.away}: ` : ''}
            {view.title}
            {more > 0 ? <small> {words.more(more)}</small> : null}
          </b>
          <span>{view.text}</span>
          <SlowNote view={view} />
        </span>
        <Icon name="up" />
        <span className="unseen">. {words.open}</span>
      </button>
      {onDismiss ? <IconButton icon="close" label={words.dismiss} onClick={onDismiss} /> : null}
    </div>
  )
}
