import type { ReactNode } from 'react'
import './Ticket.css'

interface TicketProps {
  readonly label: string
  readonly mark?: ReactNode
  readonly children: ReactNode
  /** Actions, beside the perforation. */
  readonly stub: ReactNode
  readonly wide?: boolean
  readonly faded?: boolean
}

/** A card like a ticket: content, a perforation, actions. */
export function Ticket({ label, mark, children, stub, wide = false, faded = false }: TicketProps): ReactNode {
  return (
    <article className={`ticket ${wide ? 'ticket-wide' : ''} ${faded ? 'ticket-faded' : ''}`} aria-label={label}>
      <div className="ticket-says">
        {mark ? <div className="ticket-mark">{mark}</div> : null}
        {children}
      </div>
      <div className="ticket-stub">{stub}</div>
    </article>
  )
}
