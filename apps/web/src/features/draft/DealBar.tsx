import { nftKey } from '@parley/domain'
import type { ReactNode } from 'react'
import { tableText as words } from '../../text/swap.lazy.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import type { Draft } from './useDraft.ts'
import './Draft.css'

interface DealBarProps {
  readonly draft: Draft
  /** '0.024 AVAX' */
  readonly total: string
  readonly opensDialog: boolean
  readonly onOpen: () => void
  /** A button for the next step, in place of the label. */
  readonly step: ReactNode
}

/** More thumbnails wouldn't fit beside the total on a phone. */
const fanned = 3

/** The deal bar: thumbnails of both sides, the total, and a label that opens the whole deal or its next step. */
export function DealBar({ draft, total, opensDialog, onOpen, step }: DealBarProps): ReactNode {
  const { own, friend } = draft
  const nothing = own.count + friend.count === 0
  return (
    <div className="deal-bar">
      <span className="deal-bar-in">
        <button
          type="button"
          className="deal-bar-show"
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          onClick={onOpen}
        >
          {nothing ? (
            <span className="deal-bar-empty">{words.empty}</span>
          ) : (
            <>
              <Fan nfts={own.nfts} />
              <Icon name="swap" large />
              <Fan nfts={friend.nfts} />
            </>
          )}
          {nothing ? null : (
            <span className="deal-bar-sum num">
              {words.forWords(own.count, friend.count)}
              <small>{total}</small>
            </span>
          )}
          <span className="deal-bar-open">{words.review}</span>
        </button>
        {step}
      </span>
    </div>
  )
}

function Fan({ nfts }: { nfts: readonly HeldNft[] }): ReactNode {
  if (nfts.length === 0) return <span className="fan fan-empty" aria-hidden="true" />
  return (
    <span className="fan" aria-hidden="true">
      {nfts.slice(0, fanned).map((nft) => (
        <Picture key={nftKey(nft)} src={nft.image} alt="" missingLabel="" eager />
      ))}
      {nfts.length > fanned ? <span className="fan-more num">+{nfts.length - fanned}</span> : null}
    </span>
  )
}
