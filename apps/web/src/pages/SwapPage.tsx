import { frameText } from '../text/frame.ts'
import { useState, type ReactNode } from 'react'
import { useOfferActions } from '../features/offers/useOfferActions.ts'
import { useWallet, type Wallet, useWalletList } from '../features/wallet/useWallet.ts'
import { usePortal, useMessages } from '../services/Portal.ts'
import { lazyOnIdle } from '../ui/lazy.ts'
import { SwapTable } from './swap/SwapTable.tsx'
import { SwapPageSkeleton } from './SwapPageSkeleton.tsx'
import { Welcome } from './Welcome.tsx'
import './SwapPage.css'

// Below the fold or after a trade, so it can load later.
const SwapOffers = lazyOnIdle(() => import('./swap/SwapOffers.lazy.tsx'), OffersSkeleton)
const RevokeCard = lazyOnIdle(() => import('../features/approvals/RevokeCard.lazy.tsx'))

/** A portal's page: a landing view without a wallet; otherwise the table, both wallets and the offers. */
export default function SwapPage(): ReactNode {
  const portal = usePortal()
  const wallet = useWallet()
  const openList = useWalletList((state) => state.setOpen)
  const actions = useOfferActions()
  const arriving = useArriving(wallet)
  if (arriving) return <SwapPageSkeleton place={portal} />
  if (wallet.status !== 'connected' || !wallet.address) {
    return <Welcome place={portal} connecting={wallet.status === 'connecting'} onConnect={() => openList(true)} />
  }
  return (
    <>
      <RevokeCard />
      <SwapTable address={wallet.address} actions={actions} />
      <SwapOffers actions={actions} />
    </>
  )
}

/** Whether an earlier visit's wallet is still reconnecting. Never true again after the first result. */
function useArriving({ status, settled }: Wallet): boolean {
  const [everSettled, setEverSettled] = useState(settled)
  if (settled && !everSettled) setEverSettled(true)
  return status === 'connecting' && !everSettled
}

/** Placeholder of the offer lists while their code loads. */
function OffersSkeleton(): ReactNode {
  const { sentTitle, receivedTitle } = useMessages()
  return (
    <div className="offers" role="status" aria-label={frameText.loading}>
      {[sentTitle, receivedTitle].map((title) => (
        <section key={title} className="offer-list">
          <div className="offer-list-head">
            <h2>{title}</h2>
          </div>
          <span className="skeleton offer-skeleton" />
        </section>
      ))}
    </div>
  )
}
