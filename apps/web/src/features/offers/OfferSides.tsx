import { emptyTableText } from '../../text/frame.ts'
import type { Offer } from '@parley/domain'
import type { ReactNode } from 'react'
import { usePortal } from '../../services/Portal.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Thumbs } from './Thumbs.tsx'

interface OfferSidesProps {
  readonly offer: Offer
  /** The user created the offer. */
  readonly mine: boolean
}

/** What changes hands, compact: as thumbnails or as a sentence, depending on the portal. */
export function OfferSides(props: OfferSidesProps): ReactNode {
  const { offerRows } = usePortal()
  return <div className="offer-sides">{offerRows === 'table' ? <OnTable {...props} /> : <AsSentence {...props} />}</div>
}

function OnTable({ offer: { offered, requested, coins }, mine }: OfferSidesProps): ReactNode {
  return (
    <>
      <Thumbs
        nfts={mine ? offered : requested}
        wei={mine ? coins.offeredWei : coins.requestedWei}
        label={emptyTableText.give}
      />
      <OtherSide link={<Icon name="swap" large />}>
        <Thumbs
          nfts={mine ? requested : offered}
          wei={mine ? coins.requestedWei : coins.offeredWei}
          label={emptyTableText.get}
        />
      </OtherSide>
    </>
  )
}

function AsSentence({ offer: { offered, requested, coins }, mine }: OfferSidesProps): ReactNode {
  const { messages } = usePortal()
  return (
    <>
      <Thumbs nfts={offered} wei={coins.offeredWei} label={mine ? emptyTableText.give : emptyTableText.get} captioned />
      <OtherSide link={mine ? <Icon name="arrow" large /> : <span className="offer-for">{messages.forYour}</span>}>
        <Thumbs
          nfts={requested}
          wei={coins.requestedWei}
          label={mine ? emptyTableText.get : emptyTableText.give}
          captioned
        />
      </OtherSide>
    </>
  )
}

/** If only one side fits per row, the connector starts the second row. */
function OtherSide({ link, children }: { link: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className="offer-other-side">
      {link}
      {children}
    </div>
  )
}
