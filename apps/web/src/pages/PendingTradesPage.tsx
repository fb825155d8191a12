import { product } from '@parley/domain'
import type { ReactNode } from 'react'
import { useWallet, useWalletList } from '../features/wallet/useWallet.ts'
import { pendingText } from '../text/offers.lazy.ts'
import { useMessages } from '../services/Portal.ts'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { usePageTitle } from '../ui/navigation.ts'
import { PendingTrades } from './pending/PendingTrades.tsx'

/** All offers the user created or received, open and closed. */
export default function PendingTradesPage(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  usePageTitle(`${product.name}: ${pendingText.title}`)
  if (wallet.status === 'connected' && wallet.address) return <PendingTrades viewer={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <>
      <div className="intro">
        <div>
          <h1>{pendingText.title}</h1>
          <p>{pendingText.lead}</p>
        </div>
      </div>
      <ConnectCard
        title={pendingText.connectTitle}
        text={pendingText.connectText}
        label={connecting ? messages.connecting : messages.connectWallet}
        connecting={connecting}
        onConnect={() => openList(true)}
      />
    </>
  )
}
