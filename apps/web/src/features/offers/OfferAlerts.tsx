import type { Offer, OfferId } from '@parley/domain'
import { useEffect, useRef } from 'react'
import { offerAlertsText } from '../../text/swap.ts'
import { navigate } from '../../ui/navigation.ts'
import { shorten } from '../../ui/Address.tsx'
import { notify, useOfferAlerts } from './offerAlerts.ts'
import { useIncomingOffers } from './useIncomingOffers.ts'

const words = offerAlertsText

/**
 * Shows a browser notification for an offer that arrives while the page is hidden (decision S9).
 *
 * Each offer is announced once. Offers present when the page or wallet loaded aren't announced.
 */
export function OfferAlerts(): null {
  const { account, open } = useIncomingOffers()
  const { on } = useOfferAlerts()
  const known = useRef<{ account: string | null; ids: ReadonlySet<OfferId> } | null>(null)
  useEffect(() => {
    if (open === null) return
    const before = known.current?.account === account ? known.current.ids : null
    known.current = { account, ids: new Set([...(before ?? []), ...open.map(({ id }) => id)]) }
    if (before === null || !on || isLookedAt()) return
    for (const offer of open) if (!before.has(offer.id)) tell(offer)
  }, [account, open, on])
  return null
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

function tell(offer: Offer): void {
  const body = words.body(shorten(offer.creator), offer.offered.length, offer.requested.length)
  // All tabs use the same tag, so the offer is shown once.
  notify(words.title, { body, tag: offer.id, icon: '/icons/icon-192.png' }, () => {
    window.focus()
    navigate(`/p2p/${offer.id}`)
  })
}
