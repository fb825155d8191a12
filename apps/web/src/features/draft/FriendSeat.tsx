import type { ReactNode } from 'react'
import { screenWords } from '../../messages/screenWords.ts'
import type { HeldNft } from '../../session/HeldNft.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { shorten } from '../../ui/shorten.ts'
import type { DraftRecipient } from './useDraft.ts'
import './FriendSeat.css'

interface FriendSeatProps {
  readonly recipient: DraftRecipient
  /** Null while their wallet is loading. */
  readonly nfts: readonly HeldNft[] | null
}

const words = screenWords.table

/** The recipient's place at the table. */
export function FriendSeat({ recipient, nfts }: FriendSeatProps): ReactNode {
  return (
    <section className="friend" aria-label={words.friend}>
      <h2 className="caps">{words.friend}</h2>
      {recipient.address ? (
        <div className="friend-who">
          <Avatar seed={recipient.address} sizePx={34} />
          <div>
            <b className="num" title={recipient.address}>
              {shorten(recipient.address)}
            </b>
            <small className="muted num">{nfts ? holdsWords(nfts) : words.friendLoading}</small>
          </div>
        </div>
      ) : (
        <p className="muted">{words.friendNone}</p>
      )}
    </section>
  )
}

function holdsWords(nfts: readonly HeldNft[]): string {
  return words.friendHolds(nfts.length, new Set(nfts.map((nft) => nft.contract)).size)
}
