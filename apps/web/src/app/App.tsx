import { startTransition, Suspense, useEffect, useState, type ReactNode } from 'react'
import { SwapPageSkeleton } from '../pages/SwapPageSkeleton.tsx'
import { Welcome } from '../pages/Welcome.tsx'
import type { PortalRoute } from '../portals/portalRoutes.ts'
import { usePortalData, usePortalLook } from '../portals/portalData.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { navigate, usePath } from '../ui/navigation.ts'
import { Aside } from './Aside.tsx'
import { Frame } from './Frame.tsx'
import { matchRoute } from './matchRoute.ts'
import { InfoPage, VoiceTestPage, World } from './routeAhead.ts'
import { StartFailed } from './StartFailed.tsx'
import { StaticWallet } from './StaticWallet.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useFocusOnArrival } from './useFocusOnArrival.ts'
import { listenForWallets, rememberedWallet } from './visitorState.ts'

/** What to load beyond the first view: nothing, the full page, or also the open wallet list. */
type Wanted = 'nothing' | 'world' | 'wallets'

/**
 * The root component.
 *
 * The main page renders its landing view at once. Everything else loads when needed: on pressing connect, if a wallet is
 * present, or for a page that requires it. Until `ready` it renders placeholders itself, because React would keep a Suspense
 * fallback for at least 300 ms; see `main.tsx`.
 */
export function App({ ready }: { readonly ready: boolean }): ReactNode {
  const path = usePath()
  const [wanted, setWanted] = useState<Wanted>(rememberedWallet() ? 'world' : 'nothing')
  const route = matchRoute(path)
  useFocusOnArrival(path)
  useEffect(() => {
    if (!route) navigate('/p2p', { replace: true })
  }, [route])
  // `pnpm bench splash` measures up to this mark.
  useEffect(() => void performance.mark('splash-gone'), [])
  // The transition keeps the landing view on screen until the rest has loaded.
  useEffect(
    () => listenForWallets(() => startTransition(() => setWanted((now) => (now === 'nothing' ? 'world' : now)))),
    [],
  )
  if (!route) return null
  const coming =
    route.page !== 'swap' ? (
      <Frame>{null}</Frame>
    ) : wanted === 'wallets' ? (
      <FirstView portal={route.portal} connecting onConnect={() => undefined} />
    ) : (
      <ComingTable portal={route.portal} />
    )
  return (
    <>
      <ErrorBoundary fallback={<StartFailed />}>
        {route.page === 'info' ? (
          <Suspense key="info" fallback={null}>
            {ready ? <InfoPage key={route.topic} topic={route.topic} wallet={<Aside />} /> : null}
          </Suspense>
        ) : route.page === 'voice-test' ? (
          <Suspense key="voice-test" fallback={null}>
            {ready ? <VoiceTestPage wallet={<Aside />} /> : null}
          </Suspense>
        ) : wanted === 'nothing' && route.page === 'swap' ? (
          <Suspense fallback={<Frame>{null}</Frame>}>
            <FirstView portal={route.portal} connecting={false} onConnect={() => setWanted('wallets')} />
          </Suspense>
        ) : (
          <Suspense fallback={coming}>
            {ready ? <World askForWallet={wanted === 'wallets'} onAsked={() => setWanted('world')} /> : coming}
          </Suspense>
        )}
      </ErrorBoundary>
      <ThemeToggle />
    </>
  )
}

interface FirstViewProps {
  readonly portal: PortalRoute
  readonly connecting: boolean
  readonly onConnect: () => void
}

function FirstView({ portal, connecting, onConnect }: FirstViewProps): ReactNode {
  const place = usePortalData(portal)
  usePortalLook(portal.key)
  return (
    <Frame wallet={<StaticWallet connecting={connecting} onConnect={onConnect} onHint={World.ahead} />}>
      <Welcome place={place} connecting={connecting} onConnect={onConnect} />
    </Frame>
  )
}

function ComingTable({ portal }: { portal: PortalRoute }): ReactNode {
  const place = usePortalData(portal)
  usePortalLook(portal.key)
  return (
    <Frame>
      <SwapPageSkeleton place={place} />
    </Frame>
  )
}
