import type { Offer } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { hiddenText as words } from '../../text/offers.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { shorten } from '../../ui/Address.tsx'
import { Nickname } from '../../services/people.tsx'
import { useBlocking } from './useBlocking.ts'
import { useUnwanted } from './useOfferList.ts'

export type HiddenOffer = Pick<Offer, 'id' | 'creator'>

/** What a list leaves out because the user hid it, each with its way back. */
export default function HiddenOffers({ offers }: { offers: readonly HiddenOffer[] }): ReactNode {
  const [open, setOpen] = useState(false)
  if (offers.length === 0) return null
  return (
    <div className="hidden-offers">
      <Collapsible open={open} onToggle={setOpen} title={<span className="num">{words.hidden(offers.length)}</span>}>
        <ul className="num">
          {offers.map((offer) => (
            <HiddenRow key={offer.id} offer={offer} />
          ))}
        </ul>
      </Collapsible>
    </div>
  )
}

function HiddenRow({ offer }: { offer: HiddenOffer }): ReactNode {
  const { id, creator } = offer
  const { unhide } = useUnwanted()
  const { isBlocked, block, unblock } = useBlocking(creator)
  return (
    <li className="hidden-row">
      <span>
        {shorten(id)} <span className="muted">{words.by(shorten(creator))}</span> <Nickname of={creator} />
      </span>
      {isBlocked ? (
        <Button sentence onClick={unblock}>
          {words.unblock(shorten(creator))}
        </Button>
      ) : (
        <>
          <Button sentence onClick={() => unhide(id)}>
            {words.unhide}
          </Button>
          <Button look="quiet" sentence onClick={block}>
            {words.block(shorten(creator))}
          </Button>
        </>
      )}
    </li>
  )
}
