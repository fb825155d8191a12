import type { OfferId } from '@parley/domain'
import { type ReactNode, useRef, useState } from 'react'
import ApprovalStep from '../../features/approvals/ApprovalStep.lazy.tsx'
import { PartyNotice } from '../../features/contacts/AddressFacts.tsx'
import { LopsidedTick } from '../../features/context/LopsidedTick.tsx'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { compareText } from '../../text/agreement.lazy.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { offerPaperText } from '../../text/offer.ts'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { UncomparedTick } from '../agreement/UncomparedTick.tsx'
import { offerChecks, type OfferCheck, type OfferFacts } from './useOfferFacts.ts'
import './OfferHealth.css'

/** The approval that accepting waits for, if any: the first collection of the deal without one. */
export function nextApproval({
  approvals,
  standing,
}: OfferFacts): OfferFacts['approvals']['collections'][number] | null {
  if (standing.act !== 'accept') return null
  return (
    approvals.collections.find(
      ({ inDeal, status, signedTogether }) => inDeal && status === 'needed' && !signedTogether,
    ) ?? null
  )
}

interface AcceptStepProps {
  readonly facts: OfferFacts
  /** What accepting is called here. */
  readonly label: string
  readonly onAccept: () => unknown
  /** Why accepting has to wait for the user. */
  readonly hold?: string | null
  /** The tables of a signed-in recipient can't be read, so the offer isn't compared with what was agreed. */
  readonly isUncompared?: boolean
}

/**
 * The checks in brief, and the next step below them: an approval that is missing, then accepting. Accepting too early
 * stays possible, and tells what is missing (decision S2).
 */
export function AcceptStep({ facts, label, onAccept, hold = null, isUncompared = false }: AcceptStepProps): ReactNode {
  const messages = useMessages()
  const actions = useOfferActions()
  const { offer, chain } = facts
  const next = nextApproval(facts)
  const working = actions.busyWith(offer.id) === 'accept'
  const [isOpen, setIsOpen] = useState(false)
  const [uncompared, setUncompared] = useState<OfferId | null>(null)
  const isUnasked = isUncompared && uncompared !== offer.id
  const acceptButton = useRef<HTMLButtonElement>(null)
  const blocked = next !== null || chain.state === 'differs'
  return (
    <>
      <CheckSummary checks={offerChecks(facts)} asks={next !== null} />
      {next ? <ApprovalStep nfts={offer.requested} of={offer.escrow} /> : null}
      <LopsidedTick
        gives={offer.requested}
        gets={offer.offered}
        receivedWei={offer.coins.offeredWei}
        onHold={setIsOpen}
      />
      <UncomparedTick
        offer={offer}
        isTicked={uncompared === offer.id}
        onTick={(isTicked) => setUncompared(isTicked ? offer.id : null)}
        next={acceptButton}
        isUncompared={isUncompared}
        isHeld={hold !== null}
      />
      <Button
        ref={acceptButton}
        look={next || hold || isOpen || isUnasked ? 'outline' : 'stamp'}
        className={next ? 'accept-later' : ''}
        sentence
        working={working}
        disabled={(actions.busy && !working) || hold !== null || isOpen || isUnasked}
        aria-disabled={blocked || undefined}
        onClick={() => void onAccept()}
      >
        {working ? messages.accepting : label}
      </Button>
      <PartyNotice address={offer.creator} />
      <p className="slip-fine">{hold ?? (isUnasked ? compareText.tickUnread : offerText.acceptFine)}</p>
    </>
  )
}

interface CheckSummaryProps {
  readonly checks: readonly OfferCheck[]
  /** The step below asks for the missing approvals, so that only screen readers hear of them here. */
  readonly asks: boolean
}

/** How many checks pass, and those that fail by name. */
function CheckSummary({ checks, asks }: CheckSummaryProps): ReactNode {
  const waiting = checks.some((check) => check.waits && !check.passes)
  const failing = checks.filter((check) => !check.passes && !check.waits)
  const passing = checks.filter((check) => check.passes).length
  return (
    <div className="check-sum" role="status">
      <p className="check-sum-head num">
        <b>{waiting ? offerPaperText.checking : offerText.pass(passing, checks.length)}</b>
        <span className="check-ticks" aria-hidden="true">
          {checks.map((check) => (
            <i
              key={check.key}
              className={check.passes ? 'tick' : check.waits ? 'tick tick-waits' : 'tick tick-fails'}
            />
          ))}
        </span>
      </p>
      {failing.length > 0 ? (
        <ul className={asks && failing.every(({ approve }) => approve) ? 'unseen' : 'check-sum-open num'}>
          {failing.map((check) => (
            <li key={check.key}>
              <Icon name="warning" />
              <span>
                <b>{check.title}</b>
                {check.approve ? null : <small>{check.text}</small>}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
