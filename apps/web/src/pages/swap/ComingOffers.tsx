import type { ReactNode } from 'react'
import { frameText } from '../../text/frame.ts'
import { useMessages } from '../../services/Portal.ts'

/** Placeholder of the offer lists while their code loads. */
export function ComingOffers(): ReactNode {
  const { sentTitle, receivedTitle } = useMessages()
  return (
    <div className="offers" role="status" aria-label={frameText.loading}>
      {[sentTitle, receivedTitle].map((title) => (
        <section key={title} className="offer-list">
          <div className="offer-list-head">
            <h2>{title}</h2>
          </div>
          <span className="skeleton offer-skeleton" />
        </section>
      ))}
    </div>
  )
}
