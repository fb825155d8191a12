import type { Address } from '@parley/domain'
import { useState, type ReactNode } from 'react'
import type { Draft } from '../../features/draft/useDraft.ts'
import type { Holdings } from '../../features/holdings/useHoldings.ts'
import { useMessages } from '../../session/useMessages.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { phoneQuery, useMedia } from '../../ui/useMedia.ts'
import { FriendTray } from './FriendTray.tsx'
import { OwnTray } from './OwnTray.tsx'

interface SwapTraysProps {
  readonly address: Address
  readonly draft: Draft
  readonly own: Holdings
  readonly friend: Holdings
  readonly busy: boolean
}

/** Both wallets: side by side, and as two tabs on a phone. */
export function SwapTrays({ address, draft, own, friend, busy }: SwapTraysProps): ReactNode {
  const phone = useMedia(phoneQuery)
  const [tab, setTab] = useState('own')
  const messages = useMessages()
  const ownTray = <OwnTray address={address} side={draft.own} holdings={own} />
  const friendTray = <FriendTray address={address} draft={draft} holdings={friend} busy={busy} />
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
          { key: 'own', label: tabLabel(messages.ownGridTitle.text, draft.own.nfts.length), panel: ownTray },
          {
            key: 'friend',
            label: tabLabel(messages.friendGridTitle.text, draft.friend.nfts.length),
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
