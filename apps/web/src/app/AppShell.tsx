import { type ReactNode, Suspense, use, useEffect, useMemo } from 'react'
import { Failed } from './Failed.tsx'
import { Frame } from './Frame.tsx'
import { Overlays } from './Overlays.tsx'
import { PlainFrame } from './PlainFrame.tsx'
import { appPages, matchRoute } from './routes.ts'
import { sessionPromise } from './sessionPromise.ts'
import { loadOffersFromChain } from '../features/offers/offersQuery.ts'
import { HeaderWallet } from './HeaderBell.tsx'
import { useCarryOver } from '../features/wallet/carryOver.ts'
import { useWalletList } from '../features/wallet/useWallet.ts'
import { frameText } from '../text/frame.ts'
import { generalRoute } from '../portals/portalRoutes.ts'
import { openPortal } from '../portals/openPortal.ts'
import { usePortalData, usePortalLook } from '../portals/portalData.ts'
import { PortalContext } from '../services/Portal.ts'
import { SessionProvider } from '../services/SessionProvider.ts'
import { loadHoldingsFromChain } from '../services/holdingsQuery.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { lazyOnIdle, checkForNewBuild, useIsStale } from '../ui/lazy.ts'
import { usePath } from '../ui/navigation.ts'
import { useLive } from '../services/queries.ts'
import { useSession } from '../services/Session.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'

const WalletList = lazyOnIdle(() => import('../features/wallet/WalletList.tsx'))

interface AppShellProps {
  /** The visitor pressed connect before this chunk loaded: open the wallet list at once. */
  readonly askForWallet: boolean
  readonly onAsked: () => void
}

/** The full page: wallet, chain, offers. */
function AppShell(props: AppShellProps): ReactNode {
  return (
    <SessionProvider session={use(sessionPromise)}>
      <Suspense fallback={<Frame>{null}</Frame>}>
        <AtPortal {...props} />
      </Suspense>
    </SessionProvider>
  )
}

export default AppShell

/** Renders within the path's portal; pages without one use the general portal. */
function AtPortal({ askForWallet, onAsked }: AppShellProps): ReactNode {
  const path = usePath()
  const route = matchRoute(path)
  const portalRoute = route?.page === 'swap' ? route.portal : generalRoute
  const data = usePortalData(portalRoute)
  const portal = useMemo(() => openPortal(portalRoute, data), [portalRoute, data])
  usePortalLook(portalRoute.key)
  const setListOpen = useWalletList((state) => state.setOpen)
  useCarryOver()
  useEffect(fetchAhead, [])
  useEffect(() => {
    if (!askForWallet) return
    setListOpen(true)
    onAsked()
  }, [askForWallet, onAsked, setListOpen])
  return (
    <PortalContext value={portal}>
      <Wrapper>
        <StatusBanner />
        <ErrorBoundary key={path} fallback={<PageFailed />}>
          <AppRoutes />
        </ErrorBoundary>
      </Wrapper>
      <WalletList />
      <Overlays />
    </PortalContext>
  )
}

/** Most pages use the shared frame. */
function Wrapper({ children }: { children: ReactNode }): ReactNode {
  const Chosen = matchRoute(usePath())?.page === 'admin' ? PlainFrame : Frame
  return <Chosen wallet={<HeaderWallet />}>{children}</Chosen>
}

/** The error fallback of a page. The frame stays, so the user can navigate away. */
function PageFailed(): ReactNode {
  return <Failed title={frameText.pageFailed} text={frameText.pageFailedText} />
}

/**
 * Prefetches code that is needed only when the server is unreachable (decision C8). In a task of its own: asking for its files takes as
 * long as the effects of a whole page.
 */
function fetchAhead(): void {
  setTimeout(() => {
    void loadOffersFromChain()
    void loadHoldingsFromChain()
  })
}

const {
  swap: SwapPage,
  offer: OfferPage,
  wallet: WalletPage,
  table: TablePage,
  trader: TraderPage,
  ...plainPages
} = appPages

type Plain = keyof typeof plainPages

/** Pages that take nothing from the path. */
function isPlain(page: string): page is Plain {
  return page in plainPages
}

/** The path's page inside the shared frame. */
export function AppRoutes(): ReactNode {
  const route = matchRoute(usePath())
  const Plain = route && isPlain(route.page) ? plainPages[route.page] : null
  return (
    <Suspense
      fallback={
        <p className="setting" role="status">
          {frameText.loading}
        </p>
      }
    >
      {route?.page === 'offer' ? <OfferPage key={route.idText} idText={route.idText} /> : null}
      {route?.page === 'wallet' ? <WalletPage key={route.addressText} addressText={route.addressText} /> : null}
      {route?.page === 'table' ? <TablePage key={route.tableId} tableId={route.tableId} /> : null}
      {route?.page === 'trader' ? <TraderPage key={route.addressText} {...route} /> : null}
      {Plain ? <Plain /> : null}
      {route?.page === 'swap' ? <SwapPage key={route.portal.key} /> : null}
    </Suspense>
  )
}

const ForeignEscrow = lazyOnIdle(async () => ({ default: (await import('./Overlays.lazy.tsx')).ForeignEscrow }))

/** Status banner on every page: the server is unreachable (decision C8), or the page is outdated. */
export function StatusBanner(): ReactNode {
  const { status } = useLive()
  const outdated = useIsStale()
  const { foreign } = useSession()
  // A server that comes back may bring a new page.
  useEffect(() => (status === 'away' ? () => void checkForNewBuild() : undefined), [status])
  return (
    <div className="line-notice">
      {foreign.length > 0 ? <ForeignEscrow /> : null}
      {status === 'away' ? <Note tone="warn">{frameText.serverAway}</Note> : null}
      {outdated ? (
        <Note
          tone="plain"
          action={
            <Button look="primary" sentence onClick={() => window.location.reload()}>
              {frameText.reload}
            </Button>
          }
        >
          <b>{frameText.updated}.</b> {frameText.updatedText}
        </Note>
      ) : null}
    </div>
  )
}
