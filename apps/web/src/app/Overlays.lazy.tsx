import { useEffect, type ReactNode } from 'react'
import { foreignEscrowText } from '../text/transactions.ts'
import { followTopics } from '../services/liveTopics.lazy.ts'
import { rememberOwn } from '../services/knownPeople.lazy.ts'
import { useSession } from '../services/Session.ts'
import { useConnection } from '../services/walletConnection.ts'
import { checkForNewBuild, lazyOnIdle } from '../ui/lazy.ts'
import { Note } from '../ui/Note.tsx'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { useNotices } from '../features/notices/useNotices.ts'
import TransactionDock from '../features/transactions/TransactionDock.lazy.tsx'
import { useWalletLoss } from '../features/wallet/useWalletLoss.ts'

/** Overlays on every page: the new offer dialog, transaction progress, notices. */
export default function Overlays(): ReactNode {
  const { addresses } = useConnection()
  const { queries, live } = useSession()
  useEffect(() => followTopics(queries, live), [queries, live])
  useEffect(() => {
    if (addresses) rememberOwn(addresses)
  }, [addresses])
  return (
    <>
      <DialogHost />
      <TransactionDock />
      <NoticeBoard />
    </>
  )
}

const BlockDialog = lazyOnIdle(() => import('../features/offers/BlockDialog.lazy.tsx'))

/** Shows the dialog of a created offer or the question before a block. Announces that a wallet was lost. */
export function DialogHost(): ReactNode {
  useWalletLoss()
  const { dialog, closeDialog } = useNotices()
  if (!dialog) return null
  const { content, id } = dialog
  const onClose = () => closeDialog(id)
  if (content.kind === 'block')
    return <BlockDialog key={id} other={content.other} onAnswer={content.onAnswer} onClose={onClose} />
  return <CreatedDialog offerId={content.offerId} onClose={onClose} />
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
