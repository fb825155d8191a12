import { maxNftsPerSide, type Address } from '@parley/domain'
import { memo, useState, type ReactNode } from 'react'
import { itemLabel, type Draft, type DraftRecipient, type DraftSide } from '../../features/draft/useDraft.ts'
import { NftTray } from '../../features/holdings/NftTray.tsx'
import type { Holdings } from '../../features/holdings/useHoldings.ts'
import type { HeldNft } from '../../services/drafts.ts'
import { useMessages } from '../../services/Portal.ts'
import { Empty } from '../../ui/Note.tsx'
import { lazyOnIdle } from '../../ui/lazy.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'

const OwnAddress = lazyOnIdle(async () => ({
  default: (await import('./AddressHelp.lazy.tsx')).OwnAddress,
}))

interface SwapTraysProps {
  readonly address: Address
  readonly draft: Draft
  readonly own: Holdings
  readonly friend: Holdings
}

/** Both wallets: side by side, and as two tabs on a phone. */
export function SwapTrays({ address, draft, own, friend }: SwapTraysProps): ReactNode {
  const phone = useMedia(phoneQuery)
  const [tab, setTab] = useState('own')
  // Naming the friend is the last step before their side, once your own is chosen.
  const { address: named, text } = draft.recipient
  const [seen, setSeen] = useState({ named, text, hasOwn: false })
  if (named !== seen.named || text !== seen.text) {
    // The address is read half a second after it is typed, and by then a user may be choosing their own.
    const hasOwn = text === seen.text ? seen.hasOwn : draft.own.nfts.length > 0
    setSeen({ named, text, hasOwn })
    if (phone && named && named !== seen.named && hasOwn) setTab('friend')
  }
  const messages = useMessages()
  const ownTray = <OwnNftPicker address={address} side={draft.own} holdings={own} />
  const friendTray = (
    <FriendTray side={draft.friend} state={draft.recipient.state} address={draft.recipient.address} holdings={friend} />
  )
  if (!phone) {
    return (
      <div className="trays">
        {ownTray}
        {friendTray}
      </div>
    )
  }
  return (
    <div className="trays tabs-sticky">
      <Tabs
        label="NFTs"
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { key: 'own', label: tabLabel(messages.ownGridTitle, draft.own.nfts.length), panel: ownTray },
          {
            key: 'friend',
            label: tabLabel(messages.friendGridTitle, draft.friend.nfts.length),
            panel: friendTray,
          },
        ]}
      />
    </div>
  )
}

function tabLabel(title: string, count: number): ReactNode {
  return (
    <>
      {title} <span className="num">{count}</span>
    </>
  )
}

interface OwnTrayProps {
  readonly address: Address
  readonly side: DraftSide
  readonly holdings: Holdings
}

/** The user's own NFTs, with ways on if there are none. */
export const OwnNftPicker = memo(function OwnNftPicker({ address, side, holdings }: OwnTrayProps): ReactNode {
  const messages = useMessages()
  return (
    <NftTray
      title={messages.ownGridTitle}
      holdings={holdings}
      chosen={side.nfts}
      itemLabel={(nft) => itemLabel('A', side.nfts, nft)}
      onToggle={(nft) => side.toggle(nft)}
      onChooseAll={(nfts) => chooseAll(side, nfts)}
      foot={<OwnAddress address={address} />}
      empty={
        <>
          <Empty title={messages.ownEmpty}>{messages.ownEmptyHint}</Empty>
          <OwnAddress address={address} empty />
        </>
      }
    />
  )
})

interface FriendTrayProps {
  readonly side: DraftSide
  readonly state: DraftRecipient['state']
  /** Null also while a name, or an address to be compared, isn't taken yet: nothing is read then. */
  readonly address: DraftRecipient['address']
  readonly holdings: Holdings
}

/** The recipient's NFTs, once the address is known. Not drawn again with each letter of it. */
export const FriendTray = memo(function FriendTray({ side, state, address, holdings }: FriendTrayProps): ReactNode {
  const messages = useMessages()
  return (
    <NftTray
      title={messages.friendGridTitle}
      holdings={holdings}
      chosen={side.nfts}
      itemLabel={(nft) => itemLabel('B', side.nfts, nft)}
      onToggle={(nft) => side.toggle(nft)}
      onChooseAll={(nfts) => chooseAll(side, nfts)}
      empty={<Empty title={messages.friendEmpty}>{messages.friendEmptyHint}</Empty>}
      instead={
        state === 'invalid' ? (
          <Empty title={messages.invalidAddress} />
        ) : address === null ? (
          <Empty title={messages.enterFriend} />
        ) : undefined
      }
    />
  )
})

/** Adds a range to the draft. Tries one beyond the limit too, so that the alert explains why the rest isn't added. */
function chooseAll(side: DraftSide, nfts: readonly HeldNft[]): void {
  const room = maxNftsPerSide - side.nfts.length
  for (const nft of nfts.filter((one) => !side.has(one)).slice(0, room + 1)) side.toggle(nft)
}
