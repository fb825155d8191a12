import { collectionName, findCollection, nftKey, type Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import type { ReactNode } from 'react'
import { statsText } from '../../text/stats.ts'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import { Picture } from '../../ui/Picture.tsx'
import { shorten } from '../../ui/shorten.ts'

/** Pictures shown; lists may truncate (decision S4). */
const pictures = 3

/** One side of a trade: the first pictures and the first NFT's name. Unknown contracts have no picture (decision A5). */
export function TradeSide({ nfts, label }: { nfts: readonly Nft[]; label: string }): ReactNode {
  const { collections } = useSession().config
  const messages = useMessages()
  const [first] = nfts
  if (!first) return null
  const known = findCollection(collections, first.contract)
  return (
    <div className="trade-side">
      <ul aria-label={label}>
        {nfts.slice(0, pictures).map((nft) => (
          <li key={nftKey(nft)}>
            <Picture
              src={findCollection(collections, nft.contract) ? imageUrl(nft) : ''}
              alt=""
              missingLabel={messages.noImage}
            />
          </li>
        ))}
      </ul>
      <span className="trade-side-name">
        {collectionName(collections, first.contract)}
        <small className="num">
          {known ? null : `${shorten(first.contract)} `}#{shorten(String(first.tokenId))}
          {nfts.length > 1 ? ` ${statsText.more(nfts.length - 1)}` : null}
        </small>
      </span>
    </div>
  )
}
