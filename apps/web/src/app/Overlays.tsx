import type { ReactNode } from 'react'
import { lazyOnIdle } from '../ui/lazyOnIdle.ts'

// Needed only after a signature, so they load once the page is idle.
// Earlier notices wait in the session.
const NoticeBoard = lazyOnIdle(async () => ({
  default: (await import('../features/notices/NoticeBoard.tsx')).NoticeBoard,
}))
const CreatedNews = lazyOnIdle(() => import('./CreatedNews.tsx'))
const TransactionDock = lazyOnIdle(() => import('../features/transactions/TransactionDock.lazy.tsx'))

/** Overlays on every page: the new offer dialog, transaction progress, notices. */
export function Overlays(): ReactNode {
  return (
    <>
      <CreatedNews />
      <TransactionDock />
      <NoticeBoard />
    </>
  )
}
