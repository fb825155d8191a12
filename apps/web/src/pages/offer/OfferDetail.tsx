import { nftKey, type Offer } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { useApprovals } from '../../features/approvals/useApprovals.ts'
import { useChainTime } from '../../features/chain-time/useChainTime.ts'
import type { ChainWord } from '../../features/offers/useOffer.ts'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { useOwners } from '../../features/offers/useOwners.ts'
import { useWallet } from '../../features/wallet/useWallet.ts'
import { offerWords } from '../../messages/offerWords.ts'
import { editionOf } from '../../session/builtFor.ts'
import { useSession } from '../../session/Session.ts'
import { TableTop } from '../../ui/TableTop.tsx'
import { ChainLine } from './ChainLine.tsx'
import { lazyOnIdle } from '../../ui/lazyOnIdle.ts'
import { OfferBar } from './OfferBar.tsx'
import { OfferHead } from './OfferHead.tsx'
import { OfferHealth } from './OfferHealth.tsx'
import { OfferSide } from './OfferSide.tsx'
import { OfferSlip } from './OfferSlip.tsx'
import { OfferVoice } from './OfferVoice.tsx'
import { standingOf, type Standing } from './standingOf.ts'
import { useOfferCost } from './useOfferCost.ts'

// Only after a trade.
const RevokeCard = lazyOnIdle(() => import('../../features/approvals/RevokeCard.tsx'))

interface OfferDetailProps {
  readonly offer: Offer
  /** As the server tells of it: where that is not what the chain says, accepting stops. */
  readonly told: Offer
  readonly chain: ChainWord
  readonly onRefresh: () => Promise<void>
}

/** An offer's page: what you give on the left, what you get on the right, the slip between them, and the checks. */
export function OfferDetail({ offer, told, chain, onRefresh }: OfferDetailProps): ReactNode {
  const wallet = useWallet()
  const actions = useOfferActions()
  const nowS = useChainTime()
  const owners = useOwners(offer.requested)
  const holders = useOwners(offer.offered)
  const offered = useDescribed(offer.offered)
  const requested = useDescribed(offer.requested)
  const approvals = useApprovals({ escrow: offer.escrow, nfts: offer.requested })
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const standing = standingOf(offer, wallet.address, nowS, owners, editionOf(useSession().config, offer.escrow))
  const cost = useOfferCost(offer, standing)
  const accept = (): Promise<boolean> =>
    actions.accept(
      told,
      offer.offered.filter((nft) => confirmed.includes(nftKey(nft))),
    )
  const stub = { offer, standing, actions, wallet, chain, onAccept: accept }
  const isParty = standing.role === 'creator' || standing.role === 'recipient'
  // The other sits on the right.
  const voice = isParty ? <OfferVoice offer={offer} /> : null
  const offeredSide = (
    <OfferSide
      place={standing.role === 'creator' ? 'left' : 'right'}
      kind="offered"
      offer={offer}
      standing={standing}
      nfts={offered}
      owners={holders}
      fold={standing.role === 'creator' ? null : voice}
      confirmed={confirmed}
      onConfirm={(key, on) => setConfirmed(on ? [...confirmed, key] : confirmed.filter((one) => one !== key))}
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
      fold={standing.role === 'creator' ? voice : null}
    />
  )
  const slipSides =
    standing.role === 'creator'
      ? ([
          { title: offerWords.give, nfts: offered, wei: offer.coins.offeredWei },
          { title: offerWords.get, nfts: requested, wei: offer.coins.requestedWei },
        ] as const)
      : ([
          { title: requestedTitle(standing), nfts: requested, wei: offer.coins.requestedWei },
          { title: offeredTitle(standing), nfts: offered, wei: offer.coins.offeredWei },
        ] as const)
  const [left, right] = standing.role === 'creator' ? [offeredSide, requestedSide] : [requestedSide, offeredSide]
  return (
    <div className="offer-page">
      <OfferHead offer={offer} standing={standing} chainLine={<ChainLine chain={chain} onRefresh={onRefresh} />} />
      <RevokeCard />
      <TableTop label={offerWords.label}>
        {left}
        <OfferSlip {...stub} nowS={nowS} cost={cost} left={slipSides[0]} right={slipSides[1]} />
        {right}
      </TableTop>
      <OfferHealth
        offer={offer}
        standing={standing}
        chain={chain}
        owners={owners}
        holders={holders}
        approvals={approvals}
        cost={cost}
        balanceWei={wallet.balanceWei}
      />
      <OfferBar {...stub} nowS={nowS} cost={cost} />
    </div>
  )
}

/** A visitor who is neither party doesn't give or get. */
function requestedTitle({ role }: Standing): string {
  return role === 'recipient' ? offerWords.give : offerWords.requested
}

function offeredTitle({ role }: Standing): string {
  return role === 'recipient' ? offerWords.get : offerWords.offered
}
