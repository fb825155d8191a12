import type { ReactNode } from 'react'
import { WalletArea } from '../features/wallet/WalletArea.tsx'
import { lazyOnIdle } from '../ui/lazy.ts'

// Says only what the page doesn't show, so it comes after it.
const HeaderBell = lazyOnIdle(() => import('./HeaderBell.lazy.tsx'))

/** The header's wallet, and what waits for it. */
export function HeaderWallet(): ReactNode {
  return (
    <>
      <HeaderBell />
      <WalletArea />
    </>
  )
}
