import { type ReactNode, Suspense, use, useEffect, useMemo } from 'react'
import { Failed } from './Failed.tsx'
import { Frame } from './Frame.tsx'
import { LineNotice } from './LineNotice.tsx'
import { Overlays } from './Overlays.tsx'
import { PlainFrame } from './PlainFrame.tsx'
import { WorldPage } from './WorldPage.tsx'
import { matchRoute } from './matchRoute.ts'
import { theSession } from './theSession.ts'
import { loadOffersFromChain } from '../features/offers/offersQuery.ts'
import { useIncomingOffers } from '../features/offers/useOfferList.ts'
import { WalletArea } from '../features/wallet/WalletArea.tsx'
import { useWalletList } from '../features/wallet/useWalletList.ts'
import { frameText } from '../text/frame.ts'
import { generalRoute } from '../portals/portalRoutes.ts'
import { openPortal } from '../portals/openPortal.ts'
import { usePortalData, usePortalLook } from '../portals/portalData.ts'
import { PortalContext } from '../services/Portal.ts'
import { SessionProvider } from '../services/SessionProvider.ts'
import { loadHoldingsFromChain } from '../services/holdingsQuery.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyOnIdle } from '../ui/lazyOnIdle.ts'
import { usePath } from '../ui/navigation.ts'
import { setTitleCount } from '../ui/pageTitle.ts'

const WalletList = lazyOnIdle(() => import('../features/wallet/WalletList.tsx'))
// Announces only what comes later.
const OfferAlerts = lazyOnIdle(async () => ({
  default: (await import('../features/offers/OfferAlerts.tsx')).OfferAlerts,
}))

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
  const portalRoute = route?.page === 'swap' ? route.portal : generalRoute
  const data = usePortalData(portalRoute)
  const portal = useMemo(() => openPortal(portalRoute, data), [portalRoute, data])
  usePortalLook(portalRoute.key)
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
        <ErrorBoundary key={path} fallback={<PageFailed />}>
          <WorldPage />
        </ErrorBoundary>
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

/** Shows incoming offers in the page title (decision S9). */
function IncomingTitle(): null {
  const count = useIncomingOffers().unseen
  useEffect(() => setTitleCount(count), [count])
  return null
}

/** The error fallback of a page. The frame stays, so the user can navigate away. */
function PageFailed(): ReactNode {
  return <Failed title={frameText.pageFailed} text={frameText.pageFailedText} />
}

/** Prefetches code that is needed only when the server is unreachable (decision C8). */
function fetchAhead(): void {
  void loadOffersFromChain()
  void loadHoldingsFromChain()
}
