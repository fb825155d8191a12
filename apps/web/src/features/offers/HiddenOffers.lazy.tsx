import { sameAddress, type Offer } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { hiddenText as words } from '../../text/offers.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { Collapsible } from '../../ui/Collapsible.tsx'
import { shorten } from '../../ui/Address.tsx'
import { Nickname } from '../../services/people.tsx'
import { useUnwanted } from './useOfferList.ts'

/** What a list leaves out because the user hid it, each with its way back. */
export default function HiddenOffers({ offers }: { offers: readonly Offer[] }): ReactNode {
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

function HiddenRow({ offer }: { offer: Offer }): ReactNode {
  const { blocked, block, unblock, unhide } = useUnwanted()
  const { id, creator } = offer
  const isBlocked = blocked.some((known) => sameAddress(known, creator))
  return (
    <li className="hidden-row">
      <span>
        {shorten(id)} <span className="muted">{words.by(shorten(creator))}</span> <Nickname of={creator} />
      </span>
      {isBlocked ? (
        <Button sentence onClick={() => unblock(creator)}>
          {words.unblock(shorten(creator))}
        </Button>
      ) : (
        <>
          <Button sentence onClick={() => unhide(id)}>
            {words.unhide}
          </Button>
          <Button look="quiet" sentence onClick={() => block(creator)}>
            {words.block(shorten(creator))}
          </Button>
        </>
      )}
    </li>
  )
}
