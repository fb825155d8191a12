import { useEffect, type ReactNode } from 'react'
import { foreignEscrowText } from '../text/transactions.ts'
import '../services/knownPeople.lazy.ts'
import { useSession } from '../services/Session.ts'
import { checkForNewBuild } from '../ui/lazy.ts'
import { Note } from '../ui/Note.tsx'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { useNotices } from '../features/notices/useNotices.ts'
import TransactionDock from '../features/transactions/TransactionDock.lazy.tsx'
import { useWalletLoss } from '../features/wallet/useWalletLoss.ts'

/** Overlays on every page: the new offer dialog, transaction progress, notices. */
export default function Overlays(): ReactNode {
  return (
    <>
      <OfferCreatedDialogHost />
      <TransactionDock />
      <NoticeBoard />
    </>
  )
}

/** Shows the dialog of a created offer, and announces that a wallet was lost. */
export function OfferCreatedDialogHost(): ReactNode {
  useWalletLoss()
  const { dialog, closeDialog } = useNotices()
  return dialog ? <CreatedDialog offerId={dialog.offerId} onClose={() => closeDialog(dialog.id)} /> : null
}

/** Says that the server names an escrow that the page was not built for (decision Z1). A newer page may know it. */
export function ForeignEscrow(): ReactNode {
  const { foreign } = useSession()
  useEffect(() => void checkForNewBuild(), [])
  return (
    <Note tone="bad" role="alert">
      <b>{foreignEscrowText.title}</b> {foreignEscrowText.text(foreign.join(', '))}
    </Note>
  )
}
