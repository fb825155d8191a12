import { collectionName, nftKey, type Nft } from '@parley/domain'
import { imageUrl } from '@parley/protocol'
import type { ReactNode } from 'react'
import { useSession } from '../../session/Session.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Picture } from '../../ui/Picture.tsx'

/** A list may cut (decision S4): up to this many, then how many more. */
const shown = 4

/** One side of an offer in small. */
export function Thumbs({ nfts, label }: { nfts: readonly Nft[]; label: string }): ReactNode {
  const messages = useMessages()
  const { collections } = useSession().config
  const left = nfts.length - shown
  return (
    <ul className="thumbs" aria-label={label}>
      {nfts.slice(0, shown).map((nft) => (
        <li key={nftKey(nft)}>
          <Picture
            src={imageUrl(nft)}
            alt={messages.tileCaption.text({
              collection: collectionName(collections, nft.contract),
              tokenId: nft.tokenId,
            })}
            missingLabel={messages.noImage.text}
          />
        </li>
      ))}
      {left > 0 ? <li className="thumbs-more num">{messages.overflow.text({ count: left })}</li> : null}
    </ul>
  )
}
