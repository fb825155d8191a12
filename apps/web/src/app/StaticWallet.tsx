import type { ReactNode } from 'react'
import { connectText } from '../text/frame.ts'
import { Button } from '../ui/Button.tsx'

interface StaticWalletProps {
  readonly connecting: boolean
  readonly onConnect: () => void
  /** Called on hover or focus, to prefetch what the button needs. */
  readonly onHint: () => unknown
}

/** The header's connect button before wallet code has loaded. */
export function StaticWallet({ connecting, onConnect, onHint }: StaticWalletProps): ReactNode {
  return (
    <Button working={connecting} onClick={onConnect} onPointerEnter={() => void onHint()} onFocus={() => void onHint()}>
      {connecting ? connectText.connecting : connectText.connectWallet}
    </Button>
  )
}
