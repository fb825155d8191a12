import type { TableHead } from '@parley/protocol'
import type { ReactNode } from 'react'
import { compareText } from '../../text/agreement.lazy.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { offerPaperText } from '../../text/offer.ts'
import { TableTop } from '../../ui/TableTop.tsx'
import { Comparison, ComparedMarks, TellThem, useReview } from '../agreement/Comparison.tsx'
import { OfferReplies } from '../agreement/OfferReplies.tsx'
import { AcceptStep } from './AcceptStep.tsx'
import type { OfferFacts } from './useOfferFacts.ts'

interface ComparedOfferProps {
  readonly facts: OfferFacts
  readonly table: TableHead
  /** Takes the keys of NFTs that were confirmed as differences. */
  readonly onAccept: (confirmed: readonly string[]) => unknown
}

/** The slip of an offer beside what its recipient agreed on, with accepting below (decision N3). */
export function ComparedOffer({ facts, table, onAccept }: ComparedOfferProps): ReactNode {
  const { offer } = facts
  const review = useReview(table, offer)
  const compared = { table, offer, review }
  const differences = review.rows.filter(({ same }) => !same).length
  return (
    <TableTop label={offerPaperText.label} className="compare-table">
      <section className="slip" aria-label={compareText.label}>
        <div className="slip-says">
          <div className="slip-mark">
            <ComparedMarks table={table} offer={offer} />
          </div>
          <Comparison {...compared} />
        </div>
        <div className="slip-foot">
          <div className="slip-total" />
          <div className="slip-stub">
            <p className="slip-fine num">{compareText.sum(differences, review.rows.length - differences)}</p>
            <div className={differences > 0 ? 'compare-acts' : undefined}>
              {differences > 0 ? (
                <div>
                  <TellThem {...compared} />
                </div>
              ) : null}
              <div>
                <AcceptStep
                  facts={facts}
                  label={offerText.accept}
                  hold={review.open.length > 0 ? compareText.tickFirst : null}
                  onAccept={() => onAccept(review.confirmedNfts)}
                />
              </div>
            </div>
            <OfferReplies offer={offer} isBrief={false} />
          </div>
        </div>
      </section>
    </TableTop>
  )
}
