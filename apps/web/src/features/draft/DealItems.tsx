import { coinAmount, coinSymbol, nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import type { HeldNft } from '../../services/drafts.ts'
import { hasOwnName, idOf, shownName } from '../../services/nftView.ts'
import { useMissingWords } from '../../services/Portal.ts'
import './Draft.css'

interface DealItemsProps {
  readonly title: string
  readonly nfts: readonly HeldNft[]
  /** The side's coins: its last line. */
  readonly wei?: bigint
  readonly letter: 'A' | 'B'
  readonly nothing: string
}

/**
 * One side of the deal, line by line, with the lot numbers used on the table.
 *
 * The collection comes first: long lines are cut at the end, and a name is whatever its metadata says (decision S5).
 */
export function DealItems({ title, nfts, wei = 0n, letter, nothing }: DealItemsProps): ReactNode {
  const messages = useMissingWords()
  return (
    <div className="slip-items deal-items">
      <h3>
        {title} <span className="num">{nfts.length + (wei > 0n ? 1 : 0)}</span>
      </h3>
      {nfts.length === 0 && wei === 0n ? <p className="muted">{nothing}</p> : null}
      <ul className="num">
        {nfts.map((nft, at) => (
          <li key={nftKey(nft)}>
            <i className="lot">{`${letter}${at + 1}`}</i>
            <span>
              {nft.verified ? nft.collectionName : messages.unknownCollection}{' '}
              {hasOwnName(nft) ? <small>{shownName(nft)}</small> : null}
            </span>
            <span>{idOf(nft)}</span>
          </li>
        ))}
        {wei > 0n ? (
          <li className="deal-coins">
            <i className="lot">{`${letter}${nfts.length + 1}`}</i>
            <span>{coinSymbol}</span>
            <span>{coinAmount(wei)}</span>
          </li>
        ) : null}
      </ul>
    </div>
  )
}
