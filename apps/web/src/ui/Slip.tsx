import './Slip.css'
import './Perforation.css'
import type { ReactNode, Ref } from 'react'

interface SlipProps {
  readonly title: string
  /** The title as drawn, where it isn't plain text. */
  readonly heading?: ReactNode
  readonly note?: ReactNode
  readonly mark?: ReactNode
  /** The slip's content. */
  readonly children: ReactNode
  /** The total, above the perforation. */
  readonly total?: ReactNode
  /** The stub below the perforation: the actions. */
  readonly stub: ReactNode
  readonly level?: 'h1' | 'h2'
  readonly ref?: Ref<HTMLElement> | undefined
}

/** A paper slip: content above the perforation, actions below. It grows with its content. */
export function Slip(props: SlipProps): ReactNode {
  const { title, heading = title, note, mark, children, total, stub, level: Heading = 'h2', ref } = props
  return (
    <section className="slip" aria-label={title} ref={ref}>
      <div className="slip-says">
        {mark ? <div className="slip-mark">{mark}</div> : null}
        <div className="slip-head">
          <Heading>{heading}</Heading>
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

/** The dotted line between a paper's content and its actions. The only ornament. */
export function Perforation(): ReactNode {
  return <div className="perforation" aria-hidden="true" />
}
