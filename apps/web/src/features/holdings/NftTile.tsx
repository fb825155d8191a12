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
      {words && lot ? <span className="tile-selected">{words.selected}</span> : null}{' '}
      {words ? <CaptionedName nft={nft} words={words} /> : <NameAndId nft={nft} />}{' '}
      {held ? (
        <span className="tile-held">
          <Icon name="lock" />
          {inEscrow}
        </span>
      ) : null}
    </div>
  )
})

function NameAndId({ nft }: { nft: HeldNft }): ReactNode {
  return (
    <>
      <span className="tile-name num">
        {hasOwnName(nft) ? <span title={nft.name}>{shownName(nft)}</span> : null} <span>{idOf(nft)}</span>
      </span>{' '}
      <Series nft={nft} words={nft.collectionName} />
    </>
  )
}

function CaptionedName({ nft, words }: { nft: HeldNft; words: TileWords }): ReactNode {
  const caption = words.tileCaption({ collection: nft.collectionName, tokenId: nft.tokenId })
  return (
    <>
      {hasOwnName(nft) ? (
        <span className="tile-name">
          <span title={nft.name}>{shownName(nft)}</span>
        </span>
      ) : null}{' '}
      <Series nft={nft} words={caption} />
    </>
  )
}

function Series({ nft, words }: { nft: HeldNft; words: string }): ReactNode {
  return (
    <span className="tile-series num">
      <Seal verified={nft.verified} label={nft.verified ? verified : unverified} /> <em>{words}</em>
    </span>
  )
}
