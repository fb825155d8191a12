import { Suspense, use, useEffect, useMemo, type ReactNode } from 'react'
import { CreatedDialog } from '../features/draft/CreatedDialog.tsx'
import { OfferAlerts } from '../features/offers/OfferAlerts.tsx'
import { NoticeBoard } from '../features/notices/NoticeBoard.tsx'
import { useNotices } from '../features/notices/useNotices.ts'
import { TransactionDock } from '../features/transactions/TransactionDock.tsx'
import { WalletArea } from '../features/wallet/WalletArea.tsx'
import { WalletList } from '../features/wallet/WalletList.tsx'
import { useWalletList } from '../features/wallet/useWalletList.ts'
import { generalDoor } from '../portals/doors.ts'
import { openPortal } from '../portals/openPortal.ts'
import { usePortalData } from '../portals/portalData.ts'
import { usePortalLook } from '../portals/usePortalLook.ts'
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
  return (
    <SessionProvider session={use(session)}>
      <Suspense fallback={<Frame>{null}</Frame>}>
        <AtPortal {...props} />
      </Suspense>
    </SessionProvider>
  )
}

export default World

/** Everything stands in the portal of the path; pages that are no portal of their own stand in the general one. */
function AtPortal(props: OverlaysProps): ReactNode {
  const path = usePath()
  const route = matchRoute(path)
  const door = route?.page === 'swap' ? route.door : generalDoor
  const data = usePortalData(door)
  const portal = useMemo(() => openPortal(door, data), [door, data])
  usePortalLook(door.key)
  return (
    <PortalContext value={portal}>
      <Wrapper>
        <LineNotice />
        <ErrorFence key={path} fallback={<PageFailed />}>
          <WorldPage />
        </ErrorFence>
      </Wrapper>
      <Overlays {...props} />
      <IncomingTitle />
      <OfferAlerts />
    </PortalContext>
  )
}

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
      <TransactionDock />
      <NoticeBoard />
    </>
  )
}
