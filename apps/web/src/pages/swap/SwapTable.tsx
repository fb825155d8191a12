import type { Address } from '@parley/domain'
import { useRef, type ReactNode } from 'react'
import { DraftSidePrints } from '../../features/draft/DraftSidePrints.tsx'
import { FriendSeat } from '../../features/draft/FriendSeat.tsx'
import { useDraft } from '../../features/draft/useDraft.ts'
import { useHoldings } from '../../features/holdings/useHoldings.ts'
import type { OfferActions } from '../../features/offers/useOfferActions.ts'
import { screenWords } from '../../messages/screenWords.ts'
import { Side } from '../../ui/Side.tsx'
import { lazyOnIdle } from '../../ui/lazyOnIdle.ts'
import { TableTop } from '../../ui/TableTop.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { DealDock } from './DealDock.tsx'
import { DraftSlip } from './DraftSlip.tsx'
import { SwapIntro } from './SwapIntro.tsx'
import { SwapTrays } from './SwapTrays.tsx'
import { SwapVoice } from './SwapVoice.tsx'
import { useLaidDraft } from './useLaidDraft.ts'

const words = screenWords.table

// Nothing can be approved before the wallet's NFTs have been read.
const ApprovalPanel = lazyOnIdle(() => import('../../features/approvals/ApprovalPanel.tsx'))

/** Both sides of the draft with the slip between them, and both wallets to pick from. */
export function SwapTable({ address, actions }: { address: Address; actions: OfferActions }): ReactNode {
  const draft = useLaidDraft(useDraft())
  const own = useHoldings(address, 'offered')
  const friend = useHoldings(draft.recipient.address, 'requested')
  const phone = useMedia(phoneQuery)
  const slipPlace = useRef<HTMLDivElement>(null)
  const slip = <DraftSlip address={address} draft={draft} actions={actions} />
  return (
    <>
      <SwapIntro holdings={own} />
      <TableTop label={words.label} className="swap-table">
        <Side place="left" title={words.give} count={words.countOf(draft.own.nfts.length)} fold={<ApprovalPanel />}>
          <DraftSidePrints side={draft.own} letter="A" placeText={words.pickOwn} />
        </Side>
        {phone ? null : (
          <div className="slip-place" ref={slipPlace}>
            {slip}
          </div>
        )}
        <Side
          place="right"
          title={words.get}
          count={words.countOf(draft.friend.nfts.length)}
          fold={
            <>
              <FriendSeat recipient={draft.recipient} nfts={friend.status === 'ready' ? friend.nfts : null} />
              <SwapVoice friend={draft.recipient.address} />
            </>
          }
        >
          <DraftSidePrints
            side={draft.friend}
            letter="B"
            placeText={draft.recipient.address ? words.pickFriend : words.enterFriend}
          />
        </Side>
      </TableTop>
      <SwapTrays address={address} draft={draft} own={own} friend={friend} busy={actions.busy} />
      <DealDock draft={draft} phone={phone} slip={slip} slipPlace={slipPlace} />
    </>
  )
}
