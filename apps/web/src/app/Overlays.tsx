import type { ReactNode } from 'react'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { later } from '../ui/later.ts'

// Needed from when something was signed on: they come once the page stands.
const CreatedNews = later(() => import('./CreatedNews.tsx'))
const TransactionDock = later(() => import('../features/transactions/TransactionDock.tsx'))

/** What lies over any page: the news of a new offer, how transactions go, the notices. */
export function Overlays(): ReactNode {
  return (
    <>
      <CreatedNews />
      <TransactionDock />
      <NoticeBoard />
    </>
  )
}
