import { memo, type ReactNode } from 'react'
import type { Messages } from '../../text/catalogue.ts'
import { gridText } from '../../text/swap.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { hasOwnName, idOf, shownName } from '../../services/nftView.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Seal } from '../../ui/Seal.tsx'

/** Portal-specific texts of a tile: caption and chosen label. */
export type TileWords = Pick<Messages, 'tileCaption' | 'selected'>

interface NftTileProps {
  readonly nft: HeldNft
  readonly id: string
  /** 'A1' if on the table. */
  readonly lot: string | null
  readonly current: boolean
  readonly position: number
  readonly of: number
  readonly missingLabel: string
  /** Null for the default caption. */
  readonly words: TileWords | null
}

const { verified, unverified, inEscrow } = gridText

/** An NFT to pick. Its state shows as ring, tick, lot number and `aria-selected`, never as colour alone. */
export const NftTile = memo(function NftTile(props: NftTileProps): ReactNode {
  const { nft, lot, position, words } = props
  const held = nft.escrowedBy !== null
  return (
    // The list has focus and event handlers; this tile is its active descendant.
    <div
      role="option"
      id={props.id}
      className={props.current ? 'tile tile-current' : 'tile'}
      aria-selected={lot !== null}
      aria-disabled={held || undefined}
      aria-posinset={position + 1}
      aria-setsize={props.of}
      data-position={position}
    >
      <Picture src={nft.image} alt="" missingLabel={props.missingLabel} />
      {lot ? (
        <span className="tile-lot num">
          <Icon name="check" />
          {lot}
        </span>
      ) : null}{' '}
      {words && lot ? <span className="tile-selected">{words.selected}</span> : null} <Names nft={nft} words={words} />{' '}
      {held ? (
        <span className="tile-held">
          <Icon name="lock" />
          {inEscrow}
        </span>
      ) : null}
    </div>
  )
})

/** Its own name, if it has one, its id and its collection. A portal's caption has the last two. */
function Names({ nft, words }: Pick<NftTileProps, 'nft' | 'words'>): ReactNode {
  const { collectionName: collection, tokenId, verified: isVerified } = nft
  const own = hasOwnName(nft) ? <span title={nft.name}>{shownName(nft)}</span> : null
  return (
    <>
      {words && !own ? null : (
        <span className="tile-name num">
          {own} {words ? null : <span>{idOf(nft)}</span>}
        </span>
      )}{' '}
      <span className="tile-series num">
        <Seal verified={isVerified} label={isVerified ? verified : unverified} />{' '}
        <em>{words ? words.tileCaption({ collection, tokenId }) : collection}</em>
      </span>
    </>
  )
}
