import { pageNames, frameText, connectText } from '../../text/frame.ts'
import { outcomeOf, type Address, type Offer } from '@parley/domain'
import type { ReactNode, Ref } from 'react'
import { DealItems } from '../../features/draft/DealItems.tsx'
import { generalRoute } from '../../portals/portalRoutes.ts'
import { offerPaperText } from '../../text/offer.ts'
import { slipListLabel } from '../../text/swap.ts'
import { longDate, shortDate, timeParts } from '../../text/format.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useDealMark } from '../../services/useDealMark.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton, ShareButton } from '../../ui/CopyButton.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { Link } from '../../ui/Link.tsx'
import { shorten, WholeAddress } from '../../ui/Address.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { TableTop } from '../../ui/TableTop.tsx'
import type { OfferPermissions } from './offerPermissions.ts'
import { OfferSide } from './OfferSide.tsx'

/** A link back to the lists. */
export function BackToOffers(): ReactNode {
  return (
    <Link className="back" href={generalRoute.path}>
      <Icon name="left" />
      {offerPaperText.others}
    </Link>
  )
}

interface OfferIntroProps {
  readonly offer: Offer
  readonly role: OfferPermissions['role']
  readonly chainLine: ReactNode
  readonly acts?: ReactNode
}

/** The head of an offer's page: what it is, whether the chain was asked, and how to pass it on. */
export function OfferIntro({ offer, role, chainLine, acts }: OfferIntroProps): ReactNode {
  return (
    <div className="intro offer-head">
      <div>
        <BackToOffers />
        <h1>{titleOf(offer, role)}</h1>
        {chainLine}
      </div>
      <div className="intro-state">
        <PassOn offer={offer} text={offerPaperText.shareText} />
        {acts}
      </div>
    </div>
  )
}

/** Copies the link of an offer, or hands it to another app. */
function PassOn({ offer, text }: { offer: Offer; text: string }): ReactNode {
  const link = new URL(`/p2p/${offer.id}`, window.location.origin).href
  return (
    <>
      <CopyButton text={link} label={frameText.copyLink} doneLabel={frameText.copied} />
      <ShareButton url={link} text={text} label={frameText.share} />
    </>
  )
}

function titleOf(offer: Offer, role: OfferPermissions['role']): string {
  const outcome = outcomeOf(offer)
  if (outcome) return offerPaperText.closed[outcome]
  if (role === 'creator') return offerPaperText.yours
  return role === 'recipient' ? offerPaperText.forYou : offerPaperText.forOthers
}

interface SlipSide {
  readonly title: string
  readonly nfts: readonly HeldNft[]
  readonly wei: bigint
}

export interface OfferPaperProps {
  readonly offer: Offer
  readonly role: OfferPermissions['role']
  readonly nowS: number
  /** Items on the left and on the right. */
  readonly left: SlipSide
  readonly right: SlipSide
  readonly total?: ReactNode
  readonly steps?: ReactNode
  readonly stub: ReactNode
  /** A party's private name, if this browser knows one. */
  readonly nicknameOf?: (party: Address) => ReactNode
  readonly ref?: Ref<HTMLElement> | undefined
}

/** An offer's slip: expiry, parties, items. What the visitor may do comes from outside. */
export function OfferPaper(props: OfferPaperProps): ReactNode {
  const { offer, role, nowS, left, right, total, steps, stub, nicknameOf, ref } = props
  return (
    <Slip
      ref={ref}
      title={pageNames.offer}
      note={<span title={offer.id}>{shorten(offer.id)}</span>}
      mark={<DealMark path={useDealMark(offer)} />}
      total={total}
      stub={stub}
    >
      <Countdown offer={offer} nowS={nowS} />
      {steps}
      <Lines>
        <Party name={offerPaperText.from} address={offer.creator} isViewer={role === 'creator'}>
          {nicknameOf?.(offer.creator)}
        </Party>
        <Party name={offerPaperText.to} address={offer.recipient} isViewer={role === 'recipient'}>
          {nicknameOf?.(offer.recipient)}
        </Party>
      </Lines>
      {/* Never truncated: users must not sign below a partial list. */}
      <div role="group" aria-label={slipListLabel}>
        <DealItems title={left.title} nfts={left.nfts} wei={left.wei} letter="A" nothing="" />
        <DealItems title={right.title} nfts={right.nfts} wei={right.wei} letter="B" nothing="" />
      </div>
    </Slip>
  )
}

interface PartyProps {
  readonly name: string
  readonly address: Address
  readonly isViewer: boolean
  /** Comes before the address. */
  readonly children: ReactNode
}

/** A party's whole address, since users decide here whom they trade with. Their own needs no comparing. */
function Party({ name, address, isViewer, children }: PartyProps): ReactNode {
  const trader = (
    <Link href={`/trader/${address}`}>
      {offerPaperText.wallet}
      <span className="unseen"> {name}</span>
    </Link>
  )
  if (isViewer) {
    return (
      <Line name={offerPaperText.you(name)}>
        <span className="party">
          <ExplorerLink to={{ address }} />
          {trader}
        </span>
      </Line>
    )
  }
  return (
    <Line
      name={
        <span className="party">
          {name}
          {trader}
        </span>
      }
    >
      {children}
      <ExplorerLink to={{ address }}>
        <WholeAddress address={address} />
      </ExplorerLink>
    </Line>
  )
}

function Countdown({ offer, nowS }: { offer: Offer; nowS: number }): ReactNode {
  if (offer.settlement) {
    return (
      <div className="countdown">
        <span className="muted">{offerPaperText.endedOn}</span>
        <b suppressHydrationWarning>
          {offer.settlement.atS === null
            ? offerPaperText.status[offer.settlement.kind]
            : longDate(offer.settlement.atS)}
        </b>
      </div>
    )
  }
  if (nowS > offer.expiresAtS) {
    return (
      <div className="countdown">
        <span className="muted">{offerPaperText.expiredOn}</span>
        <b className="soon" suppressHydrationWarning>
          {longDate(offer.expiresAtS)}
        </b>
      </div>
    )
  }
  return (
    <div className="countdown">
      <span className="muted num" suppressHydrationWarning>
        {offerPaperText.until(shortDate(offer.expiresAtS))}
      </span>
      <p className="countdown-clock num" role="timer" aria-live="off" aria-label={offerPaperText.openFor}>
        {timeParts(offer.expiresAtS - nowS).map(({ value, unit }) => (
          <span key={unit}>
            {value}
            <i>{unit}</i>
          </span>
        ))}
      </p>
    </div>
  )
}

interface ConnectStubProps {
  readonly connecting: boolean
  readonly onConnect: () => void
}

/** The stub for visitors of an open offer. */
export function ConnectStub({ connecting, onConnect }: ConnectStubProps): ReactNode {
  return (
    <>
      <Button look="stamp" working={connecting} onClick={onConnect}>
        {connecting ? connectText.connecting : connectText.connectWallet}
      </Button>
      <p className="slip-fine">{offerPaperText.connectFine}</p>
    </>
  )
}

/** The stub of a closed offer: how it ended, or how to pass a swap on, and the way back. */
export function SettledStub({ offer, quiet = false }: { offer: Offer; quiet?: boolean }): ReactNode {
  const outcome = outcomeOf(offer)
  return (
    <>
      {outcome === 'completed' ? (
        <div className="swapped-acts">
          <PassOn offer={offer} text={offerPaperText.shareSwap} />
        </div>
      ) : outcome ? (
        <p className="stub-words" role="status">
          {offerPaperText.inactive({ outcome })}
        </p>
      ) : null}
      <Link className={buttonClass(quiet ? 'quiet' : 'stamp', true)} href={generalRoute.path}>
        {offerPaperText.others}
      </Link>
    </>
  )
}

interface VisitorOfferProps {
  readonly offer: Offer
  readonly standing: OfferPermissions
  readonly nowS: number
  readonly offered: readonly HeldNft[]
  readonly requested: readonly HeldNft[]
  readonly chainLine: ReactNode
  /** While the offer is open. */
  readonly stub?: ReactNode
}

/** The head of a completed swap's page. */
export function SwappedIntro({ offer, chainLine }: { offer: Offer; chainLine: ReactNode }): ReactNode {
  const atS = offer.settlement?.atS
  return (
    <div className="intro offer-head">
      <BackToOffers />
      <h1>{offerPaperText.closed.completed}</h1>
      <p className="swapped-lead" role="status" suppressHydrationWarning>
        <b>
          <Icon name="checkCircle" />
          {offerPaperText.inactive({ outcome: 'completed' })}
        </b>{' '}
        {offerPaperText.crossed(atS ? longDate(atS) : null)}
      </p>
      {chainLine}
    </div>
  )
}

/** An offer as a visitor sees it, without anything that the chain has to say first. */
export function VisitorOffer({
  offer,
  standing,
  nowS,
  offered,
  requested,
  chainLine,
  stub,
}: VisitorOfferProps): ReactNode {
  const outcome = outcomeOf(offer)
  const swapped = outcome === 'completed'
  const side = { offer, standing, owners: [] }
  return (
    <div className={swapped ? 'offer-page offer-swapped' : 'offer-page'}>
      {swapped ? (
        <SwappedIntro offer={offer} chainLine={chainLine} />
      ) : (
        <OfferIntro offer={offer} role="visitor" chainLine={chainLine} />
      )}
      <TableTop label={offerPaperText.label}>
        <OfferSide {...side} place="left" kind="requested" nfts={requested} />
        <OfferPaper
          offer={offer}
          role="visitor"
          nowS={nowS}
          left={{ title: offerPaperText.requested, nfts: requested, wei: offer.coins.requestedWei }}
          right={{ title: offerPaperText.offered, nfts: offered, wei: offer.coins.offeredWei }}
          stub={outcome ? <SettledStub offer={offer} /> : stub}
        />
        <OfferSide {...side} place="right" kind="offered" nfts={offered} />
      </TableTop>
    </div>
  )
}
