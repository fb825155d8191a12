import { collectionName, type Address } from '@parley/domain'
import type { ReactNode } from 'react'
import { lotOf } from '../../features/draft/lots.ts'
import { RecipientField } from '../../features/draft/RecipientField.tsx'
import type { Draft } from '../../features/draft/useDraft.ts'
import { NftTray } from '../../features/holdings/NftTray.tsx'
import type { Holdings } from '../../features/holdings/useHoldings.ts'
import { useSession } from '../../session/Session.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Empty } from '../../ui/Empty.tsx'
import { chooseAll } from './chooseAll.ts'
import { CoinPlace } from './CoinPlace.tsx'

interface FriendTrayProps {
  /** The user's own. */
  readonly address: Address
  readonly draft: Draft
  readonly holdings: Holdings
  readonly busy: boolean
}

/** The recipient's NFTs, once the address is known. */
export function FriendTray({ address, draft, holdings, busy }: FriendTrayProps): ReactNode {
  const messages = useMessages()
  const { collections } = useSession().config
  const { friend: side, recipient } = draft
  return (
    <NftTray
      title={messages.friendGridTitle.text}
      holdings={holdings}
      chosen={side.nfts}
      lotOf={(nft) => lotOf('B', side.nfts, nft)}
      onToggle={(nft) => side.toggle(nft)}
      onChooseAll={(nfts) => chooseAll(side, nfts)}
      unreadableNames={holdings.unreadable.map((contract) => collectionName(collections, contract))}
      empty={<Empty title={messages.friendEmpty.text}>{messages.friendEmptyHint.text}</Empty>}
      control={
        <>
          <RecipientField recipient={recipient} disabled={busy} />
          <CoinPlace address={address} side="friend" />
        </>
      }
      instead={
        recipient.state === 'empty' ? (
          <Empty title={messages.enterFriend.text} />
        ) : recipient.state === 'invalid' ? (
          <span />
        ) : undefined
      }
    />
  )
}
