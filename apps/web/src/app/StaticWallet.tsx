import type { ReactNode } from 'react'
import { walletMessages } from '../messages/general/wallet.ts'
import { Button } from '../ui/Button.tsx'

interface StaticWalletProps {
  readonly connecting: boolean
  readonly onConnect: () => void
  /** Somebody comes near the button: what it needs may be fetched. */
  readonly onHint: () => unknown
}

/** The header's connect button before anything about wallets has been loaded. */
export function StaticWallet({ connecting, onConnect, onHint }: StaticWalletProps): ReactNode {
  return (
    <Button working={connecting} onClick={onConnect} onPointerEnter={() => void onHint()} onFocus={() => void onHint()}>
      {connecting ? walletMessages.connecting.text : walletMessages.connectWallet.text}
    </Button>
  )
}
