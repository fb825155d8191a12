import { Suspense, use, useEffect, useMemo, type ReactNode } from 'react'
import { OfferAlerts } from '../features/offers/OfferAlerts.tsx'
import { WalletArea } from '../features/wallet/WalletArea.tsx'
import { WalletList } from '../features/wallet/WalletList.tsx'
import { useWalletList } from '../features/wallet/useWalletList.ts'
import { generalDoor } from '../portals/doors.ts'
import { openPortal } from '../portals/openPortal.ts'
import { usePortalData, usePortalLook } from '../portals/portalData.ts'
import { PortalContext } from '../session/Portal.ts'
import { SessionProvider } from '../session/SessionProvider.ts'
import { ErrorFence } from '../ui/ErrorFence.tsx'
import { usePath } from '../ui/navigation.ts'
import { fetchAhead } from './fetchAhead.ts'
import { Frame } from './Frame.tsx'
import { IncomingTitle } from './IncomingTitle.tsx'
import { LineNotice } from './LineNotice.tsx'
import { matchRoute } from './matchRoute.ts'
import { Overlays } from './Overlays.tsx'
import { PlainFrame } from './PlainFrame.tsx'
import { PageFailed } from './PageFailed.tsx'
import { theSession } from './theSession.ts'
import { WorldPage } from './WorldPage.tsx'

interface WorldProps {
  /** The visitor pressed connect before this chunk loaded: open the wallet list at once. */
  readonly askForWallet: boolean
  readonly onAsked: () => void
}

/** The full page: wallet, chain, offers. */
function World(props: WorldProps): ReactNode {
  return (
    <SessionProvider session={use(theSession)}>
      <Suspense fallback={<Frame>{null}</Frame>}>
        <AtPortal {...props} />
      </Suspense>
    </SessionProvider>
  )
}

export default World

/** Renders within the path's portal; pages without one use the general portal. */
function AtPortal({ askForWallet, onAsked }: WorldProps): ReactNode {
  const path = usePath()
  const route = matchRoute(path)
  const door = route?.page === 'swap' ? route.door : generalDoor
  const data = usePortalData(door)
  const portal = useMemo(() => openPortal(door, data), [door, data])
  usePortalLook(door.key)
  const setListOpen = useWalletList((state) => state.setOpen)
  useEffect(fetchAhead, [])
  useEffect(() => {
    if (!askForWallet) return
    setListOpen(true)
    onAsked()
  }, [askForWallet, onAsked, setListOpen])
  return (
    <PortalContext value={portal}>
      <Wrapper>
        <LineNotice />
        <ErrorFence key={path} fallback={<PageFailed />}>
          <WorldPage />
        </ErrorFence>
      </Wrapper>
      <WalletList />
      <Overlays />
      <IncomingTitle />
      <OfferAlerts />
    </PortalContext>
  )
}

/** Most pages use the shared frame. */
function Wrapper({ children }: { children: ReactNode }): ReactNode {
  const Chosen = matchRoute(usePath())?.page === 'admin' ? PlainFrame : Frame
  return <Chosen wallet={<WalletArea />}>{children}</Chosen>
}
