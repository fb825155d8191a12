import { product } from '@parley/domain'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useOffer, type OfferView } from '../features/offers/useOffer.ts'
import { detailMessages, offerText } from '../text/offer.lazy.ts'
import { frameText, pageNames, emptyTableText } from '../text/frame.ts'
import { PortalContext, usePortal } from '../services/Portal.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { navigate, usePageTitle } from '../ui/navigation.ts'
import { Slip } from '../ui/Slip.tsx'
import { shorten } from '../ui/Address.tsx'
import { EmptyTable } from './EmptyTable.tsx'
import { OfferDetail } from './offer/OfferDetail.tsx'
import { BackToOffers } from './offer/OfferHead.tsx'
import './offer/OfferPage.css'

/** One offer, by its id or by the hash of the transaction that made it. */
export default function OfferPage({ idText }: { idText: string }): ReactNode {
  const view = useOffer(idText)
  const portal = usePortal()
  const here = useMemo(() => ({ ...portal, messages: detailMessages }), [portal])
  usePageTitle(`${product.name}: ${pageNames.offer.toLowerCase()} ${shorten(idText)}`)
  const { movedTo } = view
  useEffect(() => {
    if (movedTo) navigate(`/p2p/${movedTo}`, { replace: true })
  }, [movedTo])
  return (
    <PortalContext value={here}>
      {view.status === 'ready' && view.offer && view.told ? (
        <OfferDetail offer={view.offer} told={view.told} chain={view.chain} onRefresh={view.refresh} />
      ) : (
        <NoOffer view={view} />
      )}
    </PortalContext>
  )
}

/** Why there is nothing to see, or not yet. */
function NoOffer({ view }: { view: OfferView }): ReactNode {
  const portal = usePortal()
  const sayings = {
    loading: [offerText.loading, null],
    moved: [offerText.loading, null],
    ready: [offerText.loading, null],
    malformed: [offerText.malformed, offerText.malformedText],
    'not-found': [offerText.notFound, offerText.notFoundText],
    pending: [offerText.pending, offerText.pendingText],
    failed: [offerText.failed, offerText.failedText],
  } as const satisfies Record<OfferView['status'], readonly [title: string, text: string | null]>
  const [title, text] = sayings[view.status]
  if (text === null) {
    return (
      <div className="no-offer-yet" role="status">
        <BackToOffers />
        <h1>{title}</h1>
        <EmptyTable
          label={offerText.label}
          slip={pageNames.offer}
          left={emptyTableText.give}
          right={emptyTableText.get}
        />
      </div>
    )
  }
  const mayHelp = view.status === 'failed' || view.status === 'not-found' || view.status === 'pending'
  return (
    <div className="no-offer" role="alert">
      <BackToOffers />
      <Slip
        title={title}
        level="h1"
        stub={
          mayHelp ? (
            <Button look="stamp" sentence icon="refresh" onClick={() => void view.refresh()}>
              {frameText.tryAgain}
            </Button>
          ) : (
            <Link className={buttonClass('stamp', true)} href={portal.path}>
              {offerText.others}
            </Link>
          )
        }
      >
        <p>{text}</p>
      </Slip>
    </div>
  )
}
