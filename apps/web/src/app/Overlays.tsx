import type { ReactNode } from 'react'
import { lazyOnIdle } from '../ui/lazy.ts'

// Needed only after a signature, so they load once the page is idle.
// Earlier notices wait in the session.
const NoticeBoard = lazyOnIdle(async () => ({
  default: (await import('../features/notices/NoticeBoard.tsx')).NoticeBoard,
}))
const OfferCreatedDialogHost = lazyOnIdle(async () => ({
  default: (await import('./Overlays.lazy.tsx')).OfferCreatedDialogHost,
}))
const TransactionDock = lazyOnIdle(() => import('../features/transactions/TransactionDock.lazy.tsx'))

/** Overlays on every page: the new offer dialog, transaction progress, notices. */
export function Overlays(): ReactNode {
  return (
    <>
      <OfferCreatedDialogHost />
      <TransactionDock />
      <NoticeBoard />
    </>
  )
}
