import { emptyTableText } from '../../text/frame.ts'
import { nftKey, type Offer } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { useChainTime } from '../../services/chainTime.ts'
import type { ChainWord } from '../../features/offers/useOffer.ts'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import { useOfferActions } from '../../features/offers/useOfferActions.ts'
import { useWallet } from '../../features/wallet/useWallet.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { TableTop } from '../../ui/TableTop.tsx'
import { ChainLine } from './ChainLine.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { OfferHead } from './OfferHead.tsx'
import { OfferSide } from './OfferSide.tsx'
import { OfferSlip } from './OfferSlip.tsx'
import type { Standing } from './standingOf.ts'
import { useOfferFacts } from './useOfferFacts.ts'

const BelowDeal = lazyOnIdle(async () => ({ default: (await import('./lateParts.ts')).BelowDeal }))
const Swapped = lazyOnIdle(async () => ({ default: (await import('./lateParts.ts')).Swapped }))
// Only after a trade.
const RevokeCard = lazyOnIdle(() => import('../../features/approvals/RevokeCard.tsx'))

interface OfferDetailProps {
  readonly offer: Offer
  /** As the server tells of it: where that is not what the chain says, accepting stops. */
  readonly told: Offer
  readonly chain: ChainWord
  readonly onRefresh: () => Promise<void>
}

/** An offer's page: what you give on the left, what you get on the right, the slip between. */
export function OfferDetail({ offer, told, chain, onRefresh }: OfferDetailProps): ReactNode {
  const wallet = useWallet()
  const actions = useOfferActions()
  const nowS = useChainTime()
  const facts = useOfferFacts(offer, chain)
  const { standing, owners, holders } = facts
  const offered = useDescribed(offer.offered)
  const requested = useDescribed(offer.requested)
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const accept = (): Promise<boolean> =>
    actions.accept(
      told,
      offer.offered.filter((nft) => confirmed.includes(nftKey(nft))),
    )
  const stub = { facts, actions, wallet, onAccept: accept }
  const chainLine = <ChainLine chain={chain} onRefresh={onRefresh} />
  if (offer.settlement?.kind === 'completed')
    return (
      <Swapped facts={facts} offered={offered} requested={requested} chainLine={chainLine} aside={<RevokeCard />} />
    )
  const offeredSide = (
    <OfferSide
      place={standing.role === 'creator' ? 'left' : 'right'}
      kind="offered"
      offer={offer}
      standing={standing}
      nfts={offered}
      owners={holders}
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
      <TableTop label={offerText.label}>
        {left}
        <OfferSlip {...stub} nowS={nowS} left={slipSides[0]} right={slipSides[1]} />
        {right}
      </TableTop>
      <BelowDeal facts={facts} nowS={nowS} />
    </div>
  )
}

/** A visitor who is neither party doesn't give or get. */
function requestedTitle({ role }: Standing): string {
  return role === 'recipient' ? emptyTableText.give : offerText.requested
}

function offeredTitle({ role }: Standing): string {
  return role === 'recipient' ? emptyTableText.get : offerText.offered
}
