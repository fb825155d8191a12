import type { ReactNode } from 'react'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { useNotices } from '../features/notices/useNotices.ts'
import { later } from '../ui/later.ts'

// Needed from when something was signed on: it comes once the page stands.
const TransactionDock = later(() => import('../features/transactions/TransactionDock.tsx'))

/** What lies over any page: the news of a new offer, how transactions go, the notices. */
export function Overlays(): ReactNode {
  const { dialog, closeDialog } = useNotices()
  return (
    <>
      {dialog ? <CreatedDialog offerId={dialog.offerId} onClose={() => closeDialog(dialog.id)} /> : null}
      <TransactionDock />
      <NoticeBoard />
    </>
  )
}
