import { coinText, collectionName, nftKey, type Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useSession } from '../../services/Session.ts'
import { useMessages } from '../../services/Portal.ts'
import { Picture } from '../../ui/Picture.tsx'

/** Lists show this many, then '+N' (decision S4). */
const shown = 4

interface ThumbsProps {
  readonly nfts: readonly Nft[]
  /** The side's coins. */
  readonly wei: bigint
  readonly label: string
  /** A single NFT shows its caption. */
  readonly captioned?: boolean
}

/** Thumbnails of one side of an offer. */
export function Thumbs({ nfts, wei, label, captioned = false }: ThumbsProps): ReactNode {
  const messages = useMessages()
  const { collections } = useSession().config
  const left = nfts.length - shown
  const captionOf = ({ contract, tokenId }: Nft): string =>
    messages.tileCaption({ collection: collectionName(collections, contract), tokenId })
  return (
    <ul className="thumbs" aria-label={label}>
      {nfts.slice(0, shown).map((nft) => (
        <li key={nftKey(nft)}>
          <Picture
            src={imageUrl(nft)}
            alt={captioned && nfts.length === 1 ? '' : captionOf(nft)}
            missingLabel={messages.noImage}
          />
          {captioned && nfts.length === 1 ? <span className="thumbs-caption num">{captionOf(nft)}</span> : null}
        </li>
      ))}
      {left > 0 ? <li className="thumbs-more num">{messages.overflow({ count: left })}</li> : null}
      {wei > 0n ? <li className="thumbs-coins num">{coinText(wei)}</li> : null}
    </ul>
  )
}
