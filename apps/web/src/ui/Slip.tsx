import type { ReactNode } from 'react'
import './Slip.css'

interface SlipProps {
  readonly title: string
  readonly note?: ReactNode
  readonly mark?: ReactNode
  /** What the slip says. */
  readonly children: ReactNode
  /** The total, in view together with the stub. */
  readonly total?: ReactNode
  /** What one does: the stub below the perforation. */
  readonly stub: ReactNode
  readonly level?: 'h1' | 'h2'
}

/** A paper slip: what it says above the perforation, what you do below. Total and stub never leave the view while any of it is seen. */
export function Slip({ title, note, mark, children, total, stub, level: Heading = 'h2' }: SlipProps): ReactNode {
  return (
    <section className="slip" aria-label={title}>
      <div className="slip-says">
        {mark ? <div className="slip-mark">{mark}</div> : null}
        <div className="slip-head">
          <Heading>{title}</Heading>
          {note ? <span className="num">{note}</span> : null}
        </div>
        {children}
      </div>
      <div className="slip-foot">
        <div className="slip-total">{total}</div>
        <div className="slip-stub">{stub}</div>
      </div>
    </section>
  )
}
