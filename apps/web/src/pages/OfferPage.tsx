import { product, nftKey, type Offer } from '@parley/domain'
import { useEffect, useMemo, type ReactNode, useState } from 'react'
import { useOffer, type OfferView, type OnChainCheck } from '../features/offers/useOffer.ts'
import { detailMessages, offerText } from '../text/offer.lazy.ts'
import { offerPaperText } from '../text/offer.ts'
import { frameText, pageNames, emptyTableText } from '../text/frame.ts'
import { PortalContext, usePortal } from '../services/Portal.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { navigate, usePageTitle } from '../ui/navigation.ts'
import { Slip } from '../ui/Slip.tsx'
import { shorten } from '../ui/Address.tsx'
import type { Agreement } from './agreement/agreement.ts'
import { OfferHead } from './offer/OfferHead.tsx'
import { BackToOffers, VisitorOffer } from './offer/OfferPaper.tsx'
import { TableSkeleton } from './SwapPageSkeleton.tsx'
import { useNftDetails } from '../services/nftDetails.tsx'
import { useChainTimeS } from '../services/chainTime.ts'
import { useDescribed } from '../features/offers/useDescribed.ts'
import { useOfferActions } from '../features/offers/useOfferActions.ts'
import { useWallet } from '../features/wallet/useWallet.ts'
import { TableTop } from '../ui/TableTop.tsx'
import { ChainLine } from './offer/ChainLine.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'
import { Confirm } from './offer/Confirm.tsx'
import { OfferSide } from './offer/OfferSide.tsx'
import { OfferSlip } from './offer/OfferSlip.tsx'
import type { OfferPermissions } from './offer/offerPermissions.ts'
import { useOfferFacts } from './offer/useOfferFacts.ts'
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
        <OfferDetail {...view} offer={view.offer} told={view.told} onRefresh={view.refresh} />
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
        <TableSkeleton
          label={offerPaperText.label}
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
              {offerPaperText.others}
            </Link>
          )
        }
      >
        <p>{text}</p>
      </Slip>
    </div>
  )
}

const BelowDeal = lazyOnIdle(async () => ({ default: (await import('./offer/offerParts.lazy.ts')).BelowDeal }))
const TableNotes = lazyOnIdle(async () => ({ default: (await import('./offer/offerParts.lazy.ts')).TableNotes }))
const ComparedOffer = lazyOnIdle(async () => ({ default: (await import('./offer/offerParts.lazy.ts')).ComparedOffer }))
const Swapped = lazyOnIdle(
  async () => ({ default: (await import('./offer/offerParts.lazy.ts')).Swapped }),
  ({ facts, ...props }) => (
    <VisitorOffer {...props} offer={facts.offer} standing={facts.standing} nowS={facts.offer.expiresAtS} />
  ),
)
// Only after a trade.
const RevokeCard = lazyOnIdle(() => import('../features/approvals/RevokeCard.lazy.tsx'))

interface OfferDetailProps {
  readonly offer: Offer
  /** As the server tells of it: where that is not what the chain says, accepting stops. */
  readonly told: Offer
  readonly chain: OnChainCheck
  readonly carried: OfferView['carried']
  readonly onRefresh: () => Promise<void>
}

/** An offer's page: what you give on the left, what you get on the right, the slip between. */
function OfferDetail({ offer, told, chain, carried, onRefresh }: OfferDetailProps): ReactNode {
  const wallet = useWallet()
  const actions = useOfferActions()
  const nowS = useChainTimeS()
  const facts = useOfferFacts(offer, chain)
  const { standing, owners, holders } = facts
  const offered = useDescribed(offer.offered, carried)
  const requested = useDescribed(offer.requested, carried)
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const { openerOf, details } = useNftDetails()
  const [beganOpen] = useState(offer.settlement === null)
  const [agreement, setAgreement] = useState<Agreement | null>(null)
  const accept = (also: readonly string[] = []): Promise<boolean> =>
    actions.accept(
      told,
      offer.offered.filter((nft) => [...confirmed, ...also].includes(nftKey(nft))),
    )
  // Null while the chunk that asks for it is on its way.
  const isComparing = !agreement || agreement.status === 'unknown' || agreement.status === 'reading'
  const isUncompared = agreement?.status === 'unread'
  const stub = { facts, actions, wallet, isComparing, isUncompared, onAccept: accept }
  const chainLine = <ChainLine chain={chain} onRefresh={onRefresh} />
  if (offer.settlement?.kind === 'completed')
    return (
      <>
        <Swapped {...{ facts, offered, requested, chainLine, openerOf }} aside={<RevokeCard />} justNow={beganOpen} />
        {details}
      </>
    )
  const offeredSide = (
    <OfferSide
      place={standing.role === 'creator' ? 'left' : 'right'}
      kind="offered"
      offer={offer}
      standing={standing}
      nfts={offered}
      owners={holders}
      openerOf={openerOf}
      extraOf={(nft) =>
        !nft.verified && standing.act === 'accept' ? (
          <Confirm
            nft={nft}
            confirmed={confirmed}
            onConfirm={(key, on) => setConfirmed(on ? [...confirmed, key] : confirmed.filter((one) => one !== key))}
          />
        ) : null
      }
    />
  )
  const requestedSide = (
    <OfferSide
      place={standing.role === 'creator' ? 'right' : 'left'}
      kind="requested"
      offer={offer}
      standing={standing}
      nfts={requested}
      owners={owners}
      openerOf={openerOf}
    />
  )
  const slipSides =
    standing.role === 'creator'
      ? ([
          { title: emptyTableText.give, nfts: offered, wei: offer.coins.offeredWei },
          { title: emptyTableText.get, nfts: requested, wei: offer.coins.requestedWei },
        ] as const)
      : ([
          { title: requestedTitle(standing), nfts: requested, wei: offer.coins.requestedWei },
          { title: offeredTitle(standing), nfts: offered, wei: offer.coins.offeredWei },
        ] as const)
  const [left, right] = standing.role === 'creator' ? [offeredSide, requestedSide] : [requestedSide, offeredSide]
  return (
    <div className="offer-page">
      <OfferHead offer={offer} standing={standing} chainLine={chainLine} />
      <RevokeCard />
      {standing.act ? <TableNotes offer={offer} mayAccept={standing.act === 'accept'} onRead={setAgreement} /> : null}
      {standing.act === 'accept' && agreement?.status === 'agreed' && agreement.table ? (
        <ComparedOffer facts={facts} table={agreement.table} onAccept={accept} />
      ) : (
        <TableTop label={offerPaperText.label}>
          {left}
          <OfferSlip {...stub} nowS={nowS} left={slipSides[0]} right={slipSides[1]} />
          {right}
        </TableTop>
      )}
      {details}
      <BelowDeal facts={facts} nowS={nowS} isCompared={agreement?.status === 'agreed'} />
    </div>
  )
}

/** A visitor who is neither party doesn't give or get. */
function requestedTitle({ role }: OfferPermissions): string {
  return role === 'recipient' ? emptyTableText.give : offerPaperText.requested
}

function offeredTitle({ role }: OfferPermissions): string {
  return role === 'recipient' ? emptyTableText.get : offerPaperText.offered
}
