import { useEffect, useState, type ReactNode } from 'react'
import { transactionText as words } from '../../text/transactions.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { TransactionView } from './describeTransaction.ts'

const said = { open: words.underWay, done: words.wentThrough, failed: words.came } as const

/** A transaction's state as an icon, with text for screen readers. */
export function TransactionSign({ standing }: Pick<TransactionView, 'standing'>): ReactNode {
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
export function SlowNote({ view }: { view: Pick<TransactionView, 'id' | 'sent'> }): ReactNode {
  return view.sent ? <SlowWait key={view.id} /> : null
}

function SlowWait(): ReactNode {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return slow ? <span className="muted">{words.slow}</span> : null
}
