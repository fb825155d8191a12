import { product } from '@parley/domain'
import type { ReactNode } from 'react'
import { useWallet } from '../features/wallet/useWallet.ts'
import { useWalletList } from '../features/wallet/useWalletList.ts'
import { pendingWords } from '../messages/pendingWords.ts'
import { useMessages } from '../services/Portal.ts'
import { ConnectCard } from '../ui/ConnectCard.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import { PendingTrades } from './pending/PendingTrades.tsx'

/** All offers the user created or received, open and closed. */
export default function PendingTradesPage(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  usePageTitle(`${product.name}: ${messages.pendingTitle.text}`)
  if (wallet.status === 'connected' && wallet.address) return <PendingTrades viewer={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <>
      <div className="intro">
        <div>
          <h1>{messages.pendingTitle.text}</h1>
          <p>{pendingWords.lead}</p>
        </div>
      </div>
      <ConnectCard
        title={pendingWords.connectTitle}
        text={pendingWords.connectText}
        label={connecting ? messages.connecting.text : messages.connectWallet.text}
        connecting={connecting}
        onConnect={() => openList(true)}
      />
    </>
  )
}
