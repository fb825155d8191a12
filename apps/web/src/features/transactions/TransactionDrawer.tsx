import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { frameText } from '../../text/frame.ts'
import { transactionText as words } from '../../text/transactions.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useSession } from '../../services/Session.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/Address.tsx'
import { shortDate } from '../../text/format.ts'
import { SlowNote, TransactionSign } from './TransactionSign.tsx'
import type { TransactionView } from './describeTransaction.ts'
import type { TransactionsView } from './useTransactions.ts'

interface TransactionDrawerProps {
  readonly open: boolean
  readonly transactions: TransactionsView
  readonly onClose: () => void
}

/** The connected account's transactions known to this browser, newest first. */
export function TransactionDrawer({ open, transactions, onClose }: TransactionDrawerProps): ReactNode {
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

/** What this page said of problems, after its toast or alert has gone. */
function PastMessages(): ReactNode {
  const { log } = useStore(useSession().notices.store)
  if (log.length === 0) return null
  return (
    <section className="tx-messages" aria-label={words.messages}>
      <h3>{words.messages}</h3>
      <ul className="tx-list">
        {log.map(({ id, said: { title, text, detail } }) => (
          <li key={id} className="tx-row">
            <div className="tx-words">
              {title ? <b>{title}</b> : null}
              <span>{text}</span>
              {detail ? <span className="muted">{detail}</span> : null}
              <CopyButton
                text={[title, text, detail].filter(Boolean).join('\n')}
                label={words.copyMessage}
                doneLabel={frameText.copied}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
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
