import { coinText, formatCoin, nftKey, type Nft, type Offer } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import { offerWords } from '../../messages/offerWords.ts'
import { screenWords } from '../../messages/screenWords.ts'
import type { HeldNft } from '../../session/HeldNft.ts'
import { itemOf } from '../../session/itemOf.ts'
import { useSession } from '../../session/Session.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ItemRow } from '../../ui/ItemRow.tsx'
import { TotalLine } from '../../ui/Lines.tsx'
import { Perforation } from '../../ui/Perforation.tsx'
import { useDescribed } from './useDescribed.ts'
import { useFee, useNetworkCost } from './useFee.ts'
import './AcceptReview.css'

interface AcceptReviewProps {
  readonly offer: Offer
  readonly onClose: () => void
  /** `confirmed`: NFTs of unsupported collections that the user confirmed. */
  readonly onAccept: (confirmed: readonly Nft[]) => void
}

/** Lists every NFT of both sides with contract and id before accepting (decision S4). */
export function AcceptReview({ offer, onClose, onAccept }: AcceptReviewProps): ReactNode {
  const messages = useMessages()
  const gives = useDescribed(offer.requested)
  const gets = useDescribed(offer.offered)
  // By key, because the objects change on every render and unticked NFTs must be removed.
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  return (
    <Dialog open title={offerWords.before} onClose={onClose} closeLabel={screenWords.frame.close}>
      <div className="review-sides">
        <ReviewSide title={offerWords.give} letter="A" nfts={gives} wei={offer.coins.requestedWei} />
        <ReviewSide
          title={offerWords.get}
          letter="B"
          nfts={gets}
          wei={offer.coins.offeredWei}
          confirmed={confirmed}
          onConfirm={(key, on) => setConfirmed(on ? [...confirmed, key] : confirmed.filter((one) => one !== key))}
        />
      </div>
      <div className="review-foot">
        <AcceptTotal offer={offer} />
        <Perforation />
        <Button
          look="stamp"
          sentence
          onClick={() => onAccept(offer.offered.filter((nft) => confirmed.includes(nftKey(nft))))}
        >
          {messages.acceptTrade.text}
        </Button>
        <p className="slip-fine">{offerWords.acceptFine}</p>
      </div>
    </Dialog>
  )
}

function AcceptTotal({ offer }: { offer: Offer }): ReactNode {
  const { symbol } = useSession().config.nativeCurrency
  const fee = useFee(offer.escrow)
  const networkWei = useNetworkCost('accept', offer.offered.length + offer.requested.length)
  const name = networkWei === null ? screenWords.slip.totalFeeOnly : offerWords.total
  const totalWei = offer.coins.requestedWei + fee.wei + (networkWei ?? 0n)
  return <TotalLine name={name} amount={formatCoin(totalWei)} unit={symbol} />
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
  return (
    <section aria-label={title}>
      <h3>
        {title} <span className="num">{nfts.length + (wei > 0n ? 1 : 0)}</span>
      </h3>
      <ul className="item-rows">
        {nfts.map((nft, at) => (
          <ItemRow
            key={nftKey(nft)}
            {...itemOf(nft, messages.noImage.text)}
            lot={`${letter}${at + 1}`}
            extra={
              onConfirm && !nft.verified ? (
                <label className="confirm">
                  <input
                    type="checkbox"
                    checked={confirmed.includes(nftKey(nft))}
                    onChange={(event) => onConfirm(nftKey(nft), event.target.checked)}
                  />
                  {offerWords.confirm(nft.name)}
                </label>
              ) : null
            }
          />
        ))}
        {wei > 0n ? (
          <li className="item-coins num">
            <i className="lot">{`${letter}${nfts.length + 1}`}</i> {coinText(wei)}
          </li>
        ) : null}
      </ul>
    </section>
  )
}
