import type { ReactNode } from 'react'
import { walletMessages } from '../messages/general/wallet.ts'
import { Button } from '../ui/Button.tsx'

/** The header's connect button before anything about wallets has been loaded. Coming near it starts the loading. */
export function StaticWallet({ onConnect, onHint }: { onConnect: () => void; onHint: () => unknown }): ReactNode {
  return (
    <Button onClick={onConnect} onPointerEnter={() => void onHint()} onFocus={() => void onHint()}>
      {walletMessages.connectWallet.text}
    </Button>
  )
}
