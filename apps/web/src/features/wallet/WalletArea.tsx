import type { ReactNode } from 'react'
import { useMessages } from '../../session/useMessages.ts'
import { Button } from '../../ui/Button.tsx'
import { WalletChip } from './WalletChip.tsx'
import { useWallet } from './useWallet.ts'
import { useWalletList } from './useWalletList.ts'
import './WalletArea.css'

/** The header's wallet area: connect button or connected account. */
export function WalletArea(): ReactNode {
  const wallet = useWallet()
  const messages = useMessages()
  const openList = useWalletList((state) => state.setOpen)
  if (wallet.status === 'connected' && wallet.address) return <WalletChip wallet={wallet} address={wallet.address} />
  const connecting = wallet.status === 'connecting'
  return (
    <Button working={connecting} onClick={() => openList(true)}>
      {connecting ? messages.connecting.text : messages.connectWallet.text}
    </Button>
  )
}
