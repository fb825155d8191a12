import type { ReactNode } from 'react'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { later } from '../ui/later.ts'

// Needed only after a signature, so they load once the page is idle.
const CreatedNews = later(() => import('./CreatedNews.tsx'))
const TransactionDock = later(() => import('../features/transactions/TransactionDock.tsx'))

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
