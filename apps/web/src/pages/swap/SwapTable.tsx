import { coinSymbol, sameAddress, type Address } from '@parley/domain'
import { memo, useCallback, useDeferredValue, useRef, useState, type ReactNode } from 'react'
import { RecipientField } from './RecipientField.tsx'
import { useDraft, type DraftRecipient, type DraftSide } from '../../features/draft/useDraft.ts'
import { useHoldings, type Holdings } from '../../features/holdings/useHoldings.ts'
import { useWallet } from '../../features/wallet/useWallet.ts'
import type { OfferActions } from '../../features/offers/useOfferActions.ts'
import { emptyTableText } from '../../text/frame.ts'
import { tableText } from '../../text/swap.lazy.ts'
import { usePortal } from '../../services/Portal.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Side } from '../../ui/Side.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { usePageTitle } from '../../ui/navigation.ts'
import { TableTop } from '../../ui/TableTop.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { VoicePlace } from '../VoicePlace.tsx'
import { CoinPlace, useNamedDraft } from './draftView.tsx'
import { DraftSlip } from './DraftSlip.tsx'
import { SwapTrays } from './SwapTrays.tsx'

const words = emptyTableText

// Nothing can be approved before the wallet's NFTs have been read.
const ApprovalPanel = lazyOnIdle(() => import('../../features/approvals/ApprovalPanel.lazy.tsx'))
const DraftSidePrints = lazyOnIdle(() => import('../../features/draft/DraftSidePrints.lazy.tsx'), ComingPrints)
const DealDock = lazyOnIdle(() => import('./DealDock.lazy.tsx'))
const DealContext = lazyOnIdle(() => import('../../features/context/DealContext.lazy.tsx'))
const DraftKeeper = lazyOnIdle(() => import('./DraftKeeper.lazy.tsx'))

/** The recipient, both sides of the draft with the slip between them, and both wallets to pick from. */
export function SwapTable({ address, actions }: { address: Address; actions: OfferActions }): ReactNode {
  const { voiceRoom, path } = usePortal()
  const draft = useNamedDraft(useDraft())
  const own = useHoldings(address, 'offered')
  const friend = useHoldings(draft.recipient.address, 'requested')
  const phone = useMedia(phoneQuery)
  const slipPlace = useRef<HTMLDivElement>(null)
  // A press shows on its tile and on the table at once. The slip asks the chain, so it follows in a later frame.
  const followed = useDeferredValue(draft)
  const slip = <DraftSlip address={address} draft={followed} actions={actions} />
  const recipient = draft.recipient.address
  const roleOf = useCallback(
    (one: string) => (recipient && sameAddress(one, recipient) ? tableText.friend : null),
    [recipient],
  )
  return (
    <>
      <DraftKeeper address={address} />
      <SwapIntro holdings={own} busy={actions.busy} recipient={draft.recipient} />
      <div className="swap-board">
        <TableTop label={words.label} className="swap-table">
          <DraftTableSide address={address} place="left" side={draft.own} placeText={tableText.pickOwn} />
          <DraftTableSide
            address={address}
            place="right"
            side={draft.friend}
            placeText={draft.recipient.address ? tableText.pickFriend : tableText.enterFriend}
          />
        </TableTop>
        {phone ? null : (
          <div className="slip-place" ref={slipPlace}>
            {slip}
          </div>
        )}
        <SwapTrays address={address} draft={draft} own={own} friend={friend} />
      </div>
      <div className="swap-more">
        <ApprovalPanel />
        <DealContext gives={followed.own.nfts} gets={followed.friend.nfts} />
        <VoicePlace folds room={voiceRoom} path={path} roleOf={roleOf} />
      </div>
      <DealDock draft={followed} phone={phone} slip={phone ? slip : null} slipPlace={slipPlace} />
    </>
  )
}

/** Keeps the height of a row of prints. */
function ComingPrints(): ReactNode {
  return <div className="prints" />
}

interface SwapIntroProps {
  readonly holdings: Holdings
  readonly busy: boolean
  readonly recipient: DraftRecipient
}

/** The page header: the first question with its field, connection status and refresh. */
const SwapIntro = memo(function SwapIntro({ holdings, busy, recipient }: SwapIntroProps): ReactNode {
  const { pageTitle, heading, messages } = usePortal()
  const { problem } = useWallet()
  usePageTitle(pageTitle)
  return (
    <div className="intro swap-intro">
      <div>
        <h1>{heading.title}</h1>
        <p>{heading.text}</p>
        <div className="intro-state">
          <Badge icon={problem ? 'warning' : 'checkCircle'} tone={problem ? 'warn' : 'ok'}>
            {messages.connectedBadge}
          </Badge>
          <Button
            icon="refresh"
            look="quiet"
            working={holdings.refreshing}
            disabled={busy}
            onClick={() => void holdings.refresh()}
          >
            {messages.refreshNfts}
          </Button>
        </div>
      </div>
      <RecipientField recipient={recipient} disabled={busy} />
    </div>
  )
})

interface DraftTableSideProps {
  readonly address: Address
  readonly place: 'left' | 'right'
  readonly side: DraftSide
  readonly placeText: string
}

/** One side of the draft. The form for coins opens on request. */
const DraftTableSide = memo(function DraftTableSide(props: DraftTableSideProps): ReactNode {
  const { address, place, side, placeText } = props
  const own = place === 'left'
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(asked)
  // Once open it stays: an emptied field is being retyped.
  if (!open && (asked || side.coins.text !== '')) setOpen(true)
  return (
    <Side
      place={place}
      title={own ? words.give : words.get}
      count={
        <>
          <span className="side-count">{tableText.countOf(side.nfts.length)}</span>
          {open ? null : (
            <Button sentence onClick={() => setAsked(true)}>
              {tableText.addCoins(coinSymbol)}
            </Button>
          )}
        </>
      }
    >
      {open ? <CoinPlace address={address} side={own ? 'own' : 'friend'} focused={asked} /> : null}
      <DraftSidePrints side={side} letter={own ? 'A' : 'B'} placeText={placeText} />
    </Side>
  )
})
