import { useEffect, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { transactionText as words } from '../../text/transactions.ts'
import { transactionDrawer } from '../../services/transactions.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { type TransactionView, useFollowing, useTransactions, type TransactionsView } from './useTransactions.ts'
import { frameText } from '../../text/frame.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useSession } from '../../services/Session.ts'
import { PastMessages } from '../../services/PastMessages.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/Address.tsx'
import { shortDate } from '../../text/format.ts'
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

interface TransactionDrawerProps {
  readonly open: boolean
  readonly transactions: TransactionsView
  readonly onClose: () => void
}

/** The connected account's transactions known to this browser, newest first. */
function TransactionDrawer({ open, transactions, onClose }: TransactionDrawerProps): ReactNode {
  const { all, forget } = transactions
  return (
    <Dialog open={open} title={words.title} onClose={onClose} closeLabel={frameText.close}>
      <p className="muted">{all.length > 0 ? words.hint : words.none}</p>
      <ul className="tx-list" aria-label={words.title}>
        {all.map((view) => (
          <TransactionRow key={view.id} view={view} onLeave={onClose} onForget={() => forget(view.id)} />
        ))}
      </ul>
      <PastMessages />
    </Dialog>
  )
}

interface TransactionRowProps {
  readonly view: TransactionView
  /** Closes the drawer when a link is followed. */
  readonly onLeave: () => void
  readonly onForget: () => void
}

function TransactionRow({ view, onLeave, onForget }: TransactionRowProps): ReactNode {
  const { txHash, offerId } = view
  return (
    <li className="tx-row">
      <TransactionSign standing={view.standing} />
      <div className="tx-words">
        <b>{view.title}</b>
        <span>{view.text}</span>
        <SlowNote view={view} />
        <span className="tx-facts num">
          <time dateTime={new Date(view.startedAtS * 1000).toISOString()}>{shortDate(view.startedAtS)}</time>
          {txHash ? <ExplorerLink to={{ tx: txHash }} /> : null}
          {offerId ? (
            <Link href={`/p2p/${offerId}`} onClick={onLeave}>
              {words.offer}
              <span className="unseen"> {shorten(offerId)}</span>
            </Link>
          ) : null}
        </span>
        {view.forgettable ? (
          <Button sentence onClick={onForget}>
            {words.forget}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const said = { open: words.underWay, done: words.wentThrough, failed: words.came } as const

/** A transaction's state as an icon, with text for screen readers. */
function TransactionSign({ standing }: Pick<TransactionView, 'standing'>): ReactNode {
  return (
    <span className={`tx-sign tx-sign-${standing}`}>
      {standing === 'open' ? (
        <span className="btn-spin" aria-hidden="true" />
      ) : (
        <Icon name={standing === 'done' ? 'checkCircle' : 'failed'} />
      )}
      <span className="unseen">{said[standing]}: </span>
    </span>
  )
}

const slowAfterMs = 45_000

/** Says that a sent transaction takes longer than usual, and that waiting is all there is to do. */
export function SlowNote({ view }: { view: Pick<TransactionView, 'id' | 'sentAtMs'> }): ReactNode {
  return view.sentAtMs === null ? null : <SlowWait key={view.id} sentAtMs={view.sentAtMs} />
}

function SlowWait({ sentAtMs }: { readonly sentAtMs: number }): ReactNode {
  const { clock } = useSession()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), sentAtMs + slowAfterMs - clock.now())
    return () => clearTimeout(timer)
  }, [clock, sentAtMs])
  return slow ? <span className="muted">{words.slow}</span> : null
}
