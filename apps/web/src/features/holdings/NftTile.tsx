import { memo, type ReactNode } from 'react'
import { screenWords } from '../../messages/screenWords.ts'
import type { HeldNft } from '../../session/HeldNft.ts'
import { hasOwnName, idOf, shownName } from '../../session/nftNames.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Seal } from '../../ui/Seal.tsx'

interface NftTileProps {
  readonly nft: HeldNft
  readonly id: string
  /** 'A1' when it lies on the table. */
  readonly lot: string | null
  readonly current: boolean
  readonly position: number
  readonly of: number
  readonly missingLabel: string
}

const words = screenWords.grid

/** One NFT to pick. Its state is a ring, a tick, a lot number and `aria-selected`: never a colour alone. */
export const NftTile = memo(function NftTile(props: NftTileProps): ReactNode {
  const { nft, lot, position } = props
  const own = hasOwnName(nft)
  const held = nft.escrowedBy !== null
  return (
    // The list has the focus, the keys and the presses, and names this tile as its active descendant.
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
      <span className="tile-name num">
        {own ? <span title={nft.name}>{shownName(nft)}</span> : null} <span>{idOf(nft)}</span>
      </span>{' '}
      <span className="tile-series">
        <Seal verified={nft.verified} label={sealLabel(nft)} /> <em>{nft.collectionName}</em>
      </span>{' '}
      {held ? (
        <span className="tile-held">
          <Icon name="lock" />
          {words.inEscrow}
        </span>
      ) : null}
    </div>
  )
})

function sealLabel(nft: HeldNft): string {
  return nft.verified ? words.verified : words.unverified
}
