import { pageNames } from '../../text/frame.ts'
import { sameAddress, formatCoin, type Nft, type Offer } from '@parley/domain'
import { offerVoiceRoom } from '@parley/protocol'
import type { ReactNode } from 'react'
import { offerText } from '../../text/offer.lazy.ts'
import { useBlocking } from '../../features/offers/useBlocking.ts'
import { useUnwanted } from '../../features/offers/useOfferList.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AddToCalendar } from '../inbox/AddToCalendar.tsx'
import DealContext from '../../features/context/DealContext.lazy.tsx'
import { VoicePlace } from '../VoicePlace.tsx'
import { offerChecks, type OfferCheck, type OfferFacts, totalOf } from './useOfferFacts.ts'
import { timeLeft } from '../../text/format.ts'
import { phoneQuery, scrollBehavior, useMedia } from '../../ui/useMedia.ts'
import { nextApproval } from './AcceptStep.tsx'
import './OfferHealth.css'
import '../../features/draft/Draft.css'

interface BelowDealProps {
  readonly facts: OfferFacts
  readonly nowS: number
  /** The slip compares the offer with what was agreed. */
  readonly isCompared: boolean
}

/** Below the deal: all checks in full, the parties' call, and a phone's bar. */
export function BelowDeal({ facts, nowS, isCompared }: BelowDealProps): ReactNode {
  return (
    <>
      <OfferHealth facts={facts} />
      <OfferCalendar facts={facts} />
      <DealContext gives={facts.offer.requested} gets={facts.offer.offered} />
      <OfferVoice facts={facts} />
      <OfferBar facts={facts} nowS={nowS} isCompared={isCompared} />
    </>
  )
}

/** Whether the offer is sound, point by point. Nothing once it is closed. */
function OfferHealth({ facts }: { facts: OfferFacts }): ReactNode {
  if (facts.offer.settlement || facts.standing.status !== 'active') return null
  const checks = offerChecks(facts)
  const passing = checks.filter((check) => check.passes).length
  return (
    <section className="health" aria-label={facts.standing.act === 'accept' ? offerText.before : offerText.health}>
      <div className="offer-list-head">
        <h2>{facts.standing.act === 'accept' ? offerText.before : offerText.health}</h2>
        <span className="muted num">{offerText.pass(passing, checks.length)}</span>
      </div>
      <ul className="checks num">
        {checks.map((check) => (
          <CheckRow key={check.key} check={check} />
        ))}
      </ul>
    </section>
  )
}

/** For its two parties, while it is open. */
function OfferCalendar({ facts: { offer, standing } }: { facts: OfferFacts }): ReactNode {
  const { role, status } = standing
  if (status !== 'active' || (role !== 'creator' && role !== 'recipient')) return null
  return (
    <p className="offer-calendar">
      <AddToCalendar
        subject={{ kind: 'offer', offerId: offer.id, role }}
        other={role === 'creator' ? offer.recipient : offer.creator}
        deadlineS={offer.expiresAtS}
      />
    </p>
  )
}

function CheckRow({ check }: { check: OfferCheck }): ReactNode {
  return (
    <li className={check.passes ? 'check' : 'check check-open'}>
      <Icon name={check.passes ? 'checkCircle' : 'warning'} large />
      <div>
        <b>{check.title}</b>
        <small className="muted">{check.text}</small>
      </div>
    </li>
  )
}

/** The offer's private room for its two parties, folded until wanted. */
function OfferVoice({ facts: { offer, standing } }: { facts: OfferFacts }): ReactNode {
  if (standing.role !== 'creator' && standing.role !== 'recipient') return null
  return (
    <div className="offer-voice">
      <VoicePlace
        folds
        room={offerVoiceRoom(offer.id)}
        path={`/p2p/${offer.id}`}
        roleOf={(address) =>
          sameAddress(address, offer.creator) ? offerText.madeThisOffer : offerText.receivedThisOffer
        }
      />
    </div>
  )
}

/** On a phone, keeps the recipient's button in reach; it scrolls to the slip's end. */
function OfferBar({ facts, nowS, isCompared }: BelowDealProps): ReactNode {
  const messages = useMessages()
  const phone = useMedia(phoneQuery)
  const { offer, standing, cost } = facts
  if (!phone || standing.act !== 'accept' || standing.ownsAll === false) return null
  const next = nextApproval(facts)
  const step = next ? offerText.approve(next.name) : offerText.accept
  const label = facts.approvals.busy ? messages.processing : isCompared ? offerText.compare : step
  const toSlip = (): void => {
    if (isCompared) document.querySelector('.offer-page .compare')?.scrollIntoView(scrollTo('start'))
    else toNextStep()
  }
  return (
    <div className="deal-bar offer-bar">
      <span className="deal-bar-in">
        <span className="offer-bar-sum num">
          {offerText.bar(
            thingsOn(offer.offered, offer.coins.offeredWei),
            thingsOn(offer.requested, offer.coins.requestedWei),
          )}
          <small>
            {formatCoin(totalOf(cost))} {cost.symbol}, {offerText.left(timeLeft(offer.expiresAtS - nowS))}
          </small>
        </span>
        <Button look="primary" sentence aria-label={`${pageNames.offer}: ${label}`} onClick={toSlip}>
          {label}
        </Button>
      </span>
    </div>
  )
}

/** Focuses the slip's next action, in the middle of the screen. Where the stamp waits for a tick, that is the tick. */
function toNextStep(): void {
  const stub = document.querySelector('.offer-page .slip-stub')
  const next = stub?.querySelector<HTMLElement>('.btn-stamp') ?? stub?.querySelector<HTMLElement>('input:not(:checked)')
  ;(next ?? stub)?.scrollIntoView(scrollTo('center'))
  next?.focus({ preventScroll: true })
}

const scrollTo = (block: 'start' | 'center'): ScrollIntoViewOptions => ({ block, behavior: scrollBehavior() })

/** Coins count as one thing. */
function thingsOn(nfts: readonly Nft[], wei: bigint): number {
  return nfts.length + (wei > 0n ? 1 : 0)
}

/** Lets a recipient hide an offer or block its creator (decision S9). */
export function SetAsideActs({ offer }: { offer: Offer }): ReactNode {
  const unwanted = useUnwanted()
  const { isBlocked, block, unblock } = useBlocking(offer.creator)
  const hidden = unwanted.isUnwanted(offer)
  return (
    <div className="set-aside">
      {isBlocked ? null : (
        <Button look="quiet" sentence onClick={() => (hidden ? unwanted.unhide(offer.id) : unwanted.hide(offer.id))}>
          {hidden ? offerText.unhide : offerText.hide}
        </Button>
      )}
      <Button look="quiet" sentence onClick={isBlocked ? unblock : block}>
        {isBlocked ? offerText.unblock : offerText.block}
      </Button>
    </div>
  )
}
