import { useEffect, type ReactNode } from 'react'
import { useMessages } from '../../services/Portal.ts'
import { Button } from '../../ui/Button.tsx'
import { phoneQuery } from '../../ui/useMedia.ts'
import { WalletChip } from './WalletChip.tsx'
import { useWallet, type Wallet } from './useWallet.ts'
import { useWalletList } from './useWalletList.ts'
import './WalletArea.css'

/** The header's wallet area: connect button or connected account. */
export function WalletArea(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  useOnlyWallet(wallet)
  if (wallet.status === 'connected' && wallet.address) return <WalletChip wallet={wallet} address={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <Button working={connecting} onClick={() => openList(true)}>
      {connecting ? messages.connecting : messages.connectWallet}
    </Button>
  )
}

/** On a phone, a wallet that is the only one is asked at once, without a list. A list that is open stays. */
function useOnlyWallet({ wallets, connect }: Wallet): void {
  useEffect(() =>
    useWalletList.subscribe((now, before) => {
      const [only, another] = wallets
      if (!now.open || before.open || !only || another || !window.matchMedia(phoneQuery).matches) return
      now.setOpen(false)
      void connect(only.id)
    }),
  )
}
