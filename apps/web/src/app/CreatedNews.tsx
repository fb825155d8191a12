import type { ReactNode } from 'react'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { useNotices } from '../features/notices/useNotices.ts'

/** The dialog shown after an offer was created. */
export default function CreatedNews(): ReactNode {
  const { dialog, closeDialog } = useNotices()
  return dialog ? <CreatedDialog offerId={dialog.offerId} onClose={() => closeDialog(dialog.id)} /> : null
}
