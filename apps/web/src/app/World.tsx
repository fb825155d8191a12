import { use, useEffect, type ReactNode } from 'react'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { useNotices } from '../features/notices/useNotices.ts'
import { WalletArea } from '../features/wallet/WalletArea.tsx'
import { WalletList } from '../features/wallet/WalletList.tsx'
import { useWalletList } from '../features/wallet/useWalletList.ts'
import { generalPortal } from '../portals/generalPortal.ts'
import { openSession } from '../session/openSession.ts'
import { PortalContext } from '../session/Portal.ts'
import type { Session } from '../session/Session.ts'
import { SessionProvider } from '../session/SessionProvider.ts'
import { ErrorFence } from '../ui/ErrorFence.tsx'
import { usePath } from '../ui/navigation.ts'
import { Frame } from './Frame.tsx'
import { IncomingTitle } from './IncomingTitle.tsx'
import { LineNotice } from './LineNotice.tsx'
import { matchRoute } from './matchRoute.ts'
import { PlainFrame } from './PlainFrame.tsx'
import { PageFailed } from './PageFailed.tsx'
import { WorldPage } from './WorldPage.tsx'

// Opened once for the whole life of the page, as soon as this part of it has come.
const session: Promise<Session> = openSession()

interface OverlaysProps {
  /** The visitor pressed connect before this part of the page had come: the list of wallets opens at once. */
  readonly askForWallet: boolean
  readonly onAsked: () => void
}

/** The page with everything: wallet, chain, offers. */
function World(props: OverlaysProps): ReactNode {
  const path = usePath()
  return (
    <SessionProvider session={use(session)}>
      <PortalContext value={generalPortal}>
        <Wrapper>
          <LineNotice />
          <ErrorFence key={path} fallback={<PageFailed />}>
            <WorldPage />
          </ErrorFence>
        </Wrapper>
        <Overlays {...props} />
        <IncomingTitle />
      </PortalContext>
    </SessionProvider>
  )
}

export default World

/** Most pages get the shared wrapper. */
function Wrapper({ children }: { children: ReactNode }): ReactNode {
  const Chosen = matchRoute(usePath())?.page === 'admin' ? PlainFrame : Frame
  return <Chosen wallet={<WalletArea />}>{children}</Chosen>
}

/** What lies over any page: the list of wallets, the notices, the news of a new offer. */
function Overlays({ askForWallet, onAsked }: OverlaysProps): ReactNode {
  const setListOpen = useWalletList((state) => state.setOpen)
  const { dialog, closeDialog } = useNotices()
  useEffect(() => {
    if (!askForWallet) return
    setListOpen(true)
    onAsked()
  }, [askForWallet, onAsked, setListOpen])
  return (
    <>
      <WalletList />
      {dialog ? <CreatedDialog offerId={dialog.offerId} onClose={() => closeDialog(dialog.id)} /> : null}
      <NoticeBoard />
    </>
  )
}
