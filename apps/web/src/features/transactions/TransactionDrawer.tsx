import type { ReactNode } from 'react'
import { screenWords } from '../../messages/screenWords.ts'
import { transactionWords as words } from '../../messages/transactionWords.ts'
import { useSession } from '../../session/Session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten } from '../../ui/shorten.ts'
import { shortDate } from '../../ui/timeWords.ts'
import { TransactionSign } from './TransactionSign.tsx'
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
    <Dialog open={open} title={words.title} onClose={onClose} closeLabel={screenWords.frame.close}>
      <p className="muted">{all.length > 0 ? words.hint : words.none}</p>
      <ul className="tx-list" aria-label={words.title}>
        {all.map((view) => (
          <TransactionRow key={view.id} view={view} onLeave={onClose} onForget={() => forget(view.id)} />
        ))}
      </ul>
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
  const { explorerUrl } = useSession().config
  const { txHash, offerId } = view
  return (
    <li className="tx-row">
      <TransactionSign standing={view.standing} />
      <div className="tx-words">
        <b>{view.title}</b>
        <span>{view.text}</span>
        <span className="tx-facts num">
          <time dateTime={new Date(view.startedAtS * 1000).toISOString()}>{shortDate(view.startedAtS)}</time>
          {txHash && explorerUrl ? (
            <a href={`${explorerUrl}/tx/${txHash}`} target="_blank" rel="noreferrer">
              <span className="unseen">{words.explorer} </span>
              {shorten(txHash)}
              <Icon name="out" />
            </a>
          ) : null}
          {txHash && !explorerUrl ? <span title={txHash}>{shorten(txHash)}</span> : null}
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
