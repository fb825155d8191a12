import { coinText, formatCoin, nftKey } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import type { ReviewProps } from '../../features/offers/OfferLists.tsx'
import { useDescribed } from '../../features/offers/useDescribed.ts'
import { useOnChainCheck, withTerms } from '../../features/offers/useOffer.ts'
import { offerText } from '../../text/offer.lazy.ts'
import { offerPaperText } from '../../text/offer.ts'
import { frameText, emptyTableText } from '../../text/frame.ts'
import { slipText } from '../../text/swap.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { ExplorerLink } from '../../services/ExplorerLink.tsx'
import { useNftDetails } from '../../services/nftDetails.tsx'
import { toNftView } from '../../services/nftView.ts'
import DomainName from '../../features/contacts/DomainName.lazy.tsx'
import { Nickname } from '../../services/people.tsx'
import { useMessages } from '../../services/Portal.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ItemRow } from '../../ui/ItemRow.tsx'
import { TotalLine } from '../../ui/Lines.tsx'
import { Perforation } from '../../ui/Slip.tsx'
import { WholeAddress } from '../../ui/Address.tsx'
import type { Agreement } from '../agreement/agreement.ts'
import { ComparedMarks, Comparison, TellThem, useReview } from '../agreement/Comparison.tsx'
import { AgreementNote } from '../agreement/TableNotes.tsx'
import { useAgreement } from '../agreement/useAgreement.ts'
import { compareText } from '../../text/agreement.lazy.ts'
import { ChainLine } from './ChainLine.tsx'
import { AcceptStep } from './AcceptStep.tsx'
import { Confirm } from './Confirm.tsx'
import { totalOf, type OfferCost, useOfferFacts } from './useOfferFacts.ts'
import './offerParts.css'

/**
 * Everything about an offer before it is accepted, as on its own page.
 *
 * Shows what the chain says of it, every NFT with contract and id (decision S4), and the checks.
 */
export function AcceptReview({ offer: told, onClose, onAccept }: ReviewProps): ReactNode {
  const messages = useMessages()
  const { chain, refresh } = useOnChainCheck(told)
  const offer = withTerms(told, chain)
  const facts = useOfferFacts(offer, chain)
  const gives = useDescribed(offer.requested)
  const gets = useDescribed(offer.offered)
  // By key, because the objects change on every render and unticked NFTs must be removed.
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const agreement = useAgreement(offer)
  const table = agreement.status === 'agreed' ? agreement.table : null
  const review = useReview(table, offer)
  const ticked = [...confirmed, ...review.confirmedNfts]
  return (
    <Dialog open title={offerText.before} onClose={onClose} closeLabel={frameText.close}>
      <ChainLine chain={chain} onRefresh={refresh} />
      <AgreementNote agreement={agreement} />
      <p className="review-party">
        {offerPaperText.from} <Nickname of={offer.creator} />
        <DomainName inline address={offer.creator} />
        <ExplorerLink to={{ address: offer.creator }}>
          <WholeAddress address={offer.creator} />
        </ExplorerLink>
      </p>
      {table ? (
        <>
          <ComparedMarks table={table} offer={offer} />
          <Comparison table={table} offer={offer} review={review} />
        </>
      ) : (
        <div className="review-sides">
          <ReviewSide title={emptyTableText.give} letter="A" nfts={gives} wei={offer.coins.requestedWei} />
          <ReviewSide
            title={emptyTableText.get}
            letter="B"
            nfts={gets}
            wei={offer.coins.offeredWei}
            confirmed={confirmed}
            onConfirm={(key, on) => setConfirmed(on ? [...confirmed, key] : confirmed.filter((one) => one !== key))}
          />
        </div>
      )}
      <div className="review-foot">
        <AcceptTotal cost={facts.cost} />
        <Perforation />
        <AcceptStep
          facts={facts}
          label={messages.acceptTrade}
          hold={holdOf(agreement.status, review.open.length)}
          isUncompared={agreement.status === 'unread'}
          onAccept={() => onAccept(offer.offered.filter((nft) => ticked.includes(nftKey(nft))))}
        />
        {table && review.rows.some(({ same }) => !same) ? (
          <TellThem table={table} offer={offer} review={review} />
        ) : null}
      </div>
    </Dialog>
  )
}

function holdOf(status: Agreement['status'], open: number): string | null {
  if (status === 'reading' || status === 'unknown') return offerText.comparing
  return open > 0 ? compareText.tickFirst : null
}

function AcceptTotal({ cost }: { cost: OfferCost }): ReactNode {
  const name = cost.networkWei === null ? slipText.totalFeeOnly : slipText.total
  return <TotalLine name={name} amount={formatCoin(totalOf(cost))} unit={cost.symbol} />
}

interface ReviewSideProps {
  readonly title: string
  readonly letter: 'A' | 'B'
  readonly nfts: readonly HeldNft[]
  readonly wei: bigint
  readonly confirmed?: readonly string[]
  readonly onConfirm?: (key: string, on: boolean) => void
}

function ReviewSide({ title, letter, nfts, wei, confirmed = [], onConfirm }: ReviewSideProps): ReactNode {
  const messages = useMessages()
  const { openerOf, details } = useNftDetails()
  return (
    <section aria-label={title}>
      <h3>
        {title} <span className="num">{nfts.length + (wei > 0n ? 1 : 0)}</span>
      </h3>
      <ul className="item-rows">
        {nfts.map((nft, at) => (
          <ItemRow
            key={nftKey(nft)}
            {...toNftView(nft, messages.noImage)}
            lot={`${letter}${at + 1}`}
            open={openerOf(nft)}
            extra={
              onConfirm && !nft.verified ? <Confirm nft={nft} confirmed={confirmed} onConfirm={onConfirm} /> : null
            }
          />
        ))}
        {wei > 0n ? (
          <li className="item-coins num">
            <i className="lot">{`${letter}${nfts.length + 1}`}</i> {coinText(wei)}
          </li>
        ) : null}
      </ul>
      {details}
    </section>
  )
}
