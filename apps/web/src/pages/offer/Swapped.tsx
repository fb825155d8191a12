import { emptyTableText, pageNames } from '../../text/frame.ts'
import type { Address, Offer } from '@parley/domain'
import { useEffect, type ReactNode } from 'react'
import { DealItems } from '../../features/draft/DealItems.tsx'
import { swappedText as words } from '../../text/offer.lazy.ts'
import { offerPaperText } from '../../text/offer.ts'
import { slipListLabel } from '../../text/swap.ts'
import type { NftDetails } from '../../services/nftDetails.tsx'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { setRecipient, type HeldNft } from '../../services/drafts.ts'
import DomainName from '../../features/contacts/DomainName.lazy.tsx'
import { Nickname } from '../../services/people.tsx'
import { useWho } from '../../services/useWho.ts'
import { usePortal } from '../../services/Portal.ts'
import { useSession } from '../../services/Session.ts'
import { useDealMark } from '../../services/useDealMark.ts'
import { Button } from '../../ui/Button.tsx'
import { DealMark } from '../../ui/DealMark.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { navigate } from '../../ui/navigation.ts'
import { shorten, WholeAddress } from '../../ui/Address.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { TableTop } from '../../ui/TableTop.tsx'
import { scrollBehavior } from '../../ui/useMedia.ts'
import { SettledStub, SwappedIntro } from './OfferPaper.tsx'
import { OfferSide } from './OfferSide.tsx'
import type { OfferFacts } from './useOfferFacts.ts'
import type { OfferPermissions } from './offerPermissions.ts'
import './offerParts.css'

interface SwappedProps {
  readonly facts: OfferFacts
  readonly offered: readonly HeldNft[]
  readonly requested: readonly HeldNft[]
  readonly chainLine: ReactNode
  /** Shown right after a trade. */
  readonly aside: ReactNode
  /** The offer was open when the page was. */
  readonly justNow: boolean
  /** What the pictures open. */
  readonly openerOf: NftDetails['openerOf']
}

/** A completed swap: what the user got on the left, what they gave on the right, with their lots. */
export function Swapped({ facts, offered, requested, chainLine, aside, justNow, openerOf }: SwappedProps): ReactNode {
  const { offer, standing, owners, holders } = facts
  const isCreator = standing.role === 'creator'
  const sides = {
    offered: { kind: 'offered', nfts: offered, wei: offer.coins.offeredWei, owners: holders },
    requested: { kind: 'requested', nfts: requested, wei: offer.coins.requestedWei, owners },
  } as const
  // Other visitors see the creator on the left, as in the offer.
  const came = standing.role === 'recipient' ? sides.offered : sides.requested
  const went = standing.role === 'recipient' ? sides.requested : sides.offered
  const cameLetter = isCreator || standing.role === 'recipient' ? 'B' : 'A'
  const wentLetter = cameLetter === 'A' ? 'B' : 'A'
  // Accept is at the slip's end, far below the title.
  useEffect(() => {
    if (justNow) window.scrollTo({ top: 0, behavior: scrollBehavior() })
  }, [justNow])
  return (
    <div className="offer-page offer-swapped">
      <SwappedIntro offer={offer} chainLine={chainLine} />
      {aside}
      <TableTop label={offerPaperText.label}>
        <OfferSide
          {...came}
          place="left"
          letter={cameLetter}
          title={nowWith(came.kind, standing)}
          {...{ offer, standing, openerOf }}
        />
        <Slip
          title={emptyTableText.slip}
          note={<b className="rubber-stamp rubber-stamp-ok">{offerPaperText.closed.completed}</b>}
          mark={<DealMark path={useDealMark(offer)} />}
          stub={<NextSteps offer={offer} standing={standing} />}
        >
          <Lines>
            <SwappedParties offer={offer} standing={standing} />
          </Lines>
          <div role="group" aria-label={slipListLabel}>
            <DealItems {...came} title={cameTitle(standing)} letter={cameLetter} nothing="" />
            <DealItems {...went} title={wentTitle(standing)} letter={wentLetter} nothing="" />
          </div>
          <Lines>
            {offer.settlement?.txHash ? (
              <Line name={words.transaction}>
                <ExplorerLink to={{ tx: offer.settlement.txHash }} />
              </Line>
            ) : null}
            <Line name={pageNames.offer}>
              <span title={offer.id}>{shorten(offer.id)}</span>
            </Line>
          </Lines>
        </Slip>
        <OfferSide
          {...went}
          place="right"
          letter={wentLetter}
          title={nowWith(went.kind, standing)}
          {...{ offer, standing, openerOf }}
        />
      </TableTop>
    </div>
  )
}

function SwappedParties({ offer, standing: { role } }: { offer: Offer; standing: OfferPermissions }): ReactNode {
  if (role === 'creator' || role === 'recipient')
    return (
      <Line name={words.with}>
        <Nickname of={role === 'creator' ? offer.recipient : offer.creator} />
        <DomainName address={role === 'creator' ? offer.recipient : offer.creator} />
        <ExplorerLink to={{ address: role === 'creator' ? offer.recipient : offer.creator }}>
          <WholeAddress address={role === 'creator' ? offer.recipient : offer.creator} />
        </ExplorerLink>
      </Line>
    )
  return (
    <>
      <Line name={offerPaperText.from}>
        <Nickname of={offer.creator} />
        <DomainName address={offer.creator} />
        <ExplorerLink to={{ address: offer.creator }}>
          <WholeAddress address={offer.creator} />
        </ExplorerLink>
      </Line>
      <Line name={offerPaperText.to}>
        <Nickname of={offer.recipient} />
        <DomainName address={offer.recipient} />
        <ExplorerLink to={{ address: offer.recipient }}>
          <WholeAddress address={offer.recipient} />
        </ExplorerLink>
      </Line>
    </>
  )
}

/** What to do after a swap. */
function NextSteps({ offer, standing: { role } }: { offer: Offer; standing: OfferPermissions }): ReactNode {
  const { drafts } = useSession()
  const portal = usePortal()
  const other = role === 'creator' ? offer.recipient : role === 'recipient' ? offer.creator : null
  const who = useWho(other ?? offer.creator)
  const again = (address: Address): void => {
    setRecipient(drafts.of(portal.key), address)
    navigate(portal.path)
  }
  return (
    <>
      {other ? (
        <Button look="stamp" sentence onClick={() => again(other)}>
          {words.again(who)}
        </Button>
      ) : null}
      <SettledStub offer={offer} quiet={other !== null} />
    </>
  )
}

function nowWith(kind: 'offered' | 'requested', { role }: OfferPermissions): string {
  if (role === 'creator') return kind === 'requested' ? words.nowYours : words.nowTheirs
  if (role === 'recipient') return kind === 'offered' ? words.nowYours : words.nowTheirs
  return kind === 'requested' ? words.nowCreators : words.nowRecipients
}

function cameTitle({ role }: OfferPermissions): string {
  return role === 'creator' || role === 'recipient' ? words.got : offerPaperText.requested
}

function wentTitle({ role }: OfferPermissions): string {
  return role === 'creator' || role === 'recipient' ? words.gave : offerPaperText.offered
}
