import type { ReactNode } from 'react'
import './Slip.css'

interface SlipProps {
  readonly title: string
  readonly note?: ReactNode
  readonly mark?: ReactNode
  /** The slip's content. */
  readonly children: ReactNode
  /** The total, kept in view together with the stub. */
  readonly total?: ReactNode
  /** The stub below the perforation: the actions. */
  readonly stub: ReactNode
  readonly level?: 'h1' | 'h2'
}

/** A paper slip: content above the perforation, actions below. Total and stub stay in view while any of it is visible. */
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
