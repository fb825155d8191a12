import { pageNames } from '../../text/frame.ts'
import { formatCoin, type Nft } from '@parley/domain'
import type { ReactNode } from 'react'
import { offerText } from '../../text/offer.lazy.ts'
import { Button } from '../../ui/Button.tsx'
import { timeLeft } from '../../text/format.ts'
import { phoneQuery, scrollBehavior, useMedia } from '../../ui/useMedia.ts'
import type { OfferFacts } from './offerChecks.ts'
import { nextApproval } from './AcceptStep.tsx'
import { totalOf } from './useOfferCost.ts'
import '../../features/draft/DealBar.css'

/** On a phone, keeps the recipient's button in reach; it scrolls to the slip's end. */
export function OfferBar({ facts, nowS }: { facts: OfferFacts; nowS: number }): ReactNode {
  const phone = useMedia(phoneQuery)
  const { offer, standing, cost } = facts
  if (!phone || standing.act !== 'accept' || standing.ownsAll === false) return null
  const next = nextApproval(facts)
  const label = next ? offerText.approve(next.name) : offerText.accept
  const toSlip = (): void => {
    const stamp = document.querySelector<HTMLElement>('.offer-page .btn-stamp')
    stamp?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
    stamp?.focus({ preventScroll: true })
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

/** Coins count as one thing. */
function thingsOn(nfts: readonly Nft[], wei: bigint): number {
  return nfts.length + (wei > 0n ? 1 : 0)
}
