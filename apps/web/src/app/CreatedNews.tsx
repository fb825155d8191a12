import type { ReactNode } from 'react'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { useNotices } from '../features/notices/useNotices.ts'
import { useWalletLoss } from '../features/wallet/useWalletLoss.ts'

/** News that can come at any time: a created offer's dialog, and the loss of the wallet. */
export default function CreatedNews(): ReactNode {
  useWalletLoss()
  const { dialog, closeDialog } = useNotices()
  return dialog ? <CreatedDialog offerId={dialog.offerId} onClose={() => closeDialog(dialog.id)} /> : null
}
