import { startTransition, Suspense, useEffect, useState, type ReactNode } from 'react'
import { TableSetting } from '../pages/TableSetting.tsx'
import { Welcome } from '../pages/Welcome.tsx'
import type { Door } from '../portals/doors.ts'
import { usePortalData } from '../portals/portalData.ts'
import { usePortalLook } from '../portals/usePortalLook.ts'
import { ErrorFence } from '../ui/ErrorFence.tsx'
import { navigate, usePath } from '../ui/navigation.ts'
import { Aside } from './Aside.tsx'
import { Frame } from './Frame.tsx'
import { listenForWallets } from './listenForWallets.ts'
import { matchRoute } from './matchRoute.ts'
import { rememberedWallet } from './rememberedWallet.ts'
import { InfoPage, VoiceTestPage, World } from './routeAhead.ts'
import { StartFailed } from './StartFailed.tsx'
import { StaticWallet } from './StaticWallet.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useFocusOnArrival } from './useFocusOnArrival.ts'

/** What of the page is wanted beyond its first view: nothing, all of it, or all of it with the list of wallets open. */
type Wanted = 'nothing' | 'world' | 'wallets'

/**
 * The page. On the main page the welcome is there at once; the rest is fetched when it is wanted: by pressing connect, by a
 * wallet in this browser, or by a page that needs it.
 *
 * Until it is `ready` it draws what stands before its parts have come. Where that were left to React alone, it would keep for 300 ms
 * whatever comes right after, see `main.tsx`.
 */
export function App({ ready }: { readonly ready: boolean }): ReactNode {
  const path = usePath()
  const [wanted, setWanted] = useState<Wanted>(rememberedWallet() ? 'world' : 'nothing')
  const route = matchRoute(path)
  useFocusOnArrival(path)
  useEffect(() => {
    if (!route) navigate('/p2p', { replace: true })
  }, [route])
  // For `pnpm bench splash`: from here on the page stands where the splash was.
  useEffect(() => void performance.mark('splash-gone'), [])
  // A transition keeps the welcome on screen until the rest has come.
  useEffect(
    () => listenForWallets(() => startTransition(() => setWanted((now) => (now === 'nothing' ? 'world' : now)))),
    [],
  )
  if (!route) return null
  const coming =
    route.page !== 'swap' ? (
      <Frame>{null}</Frame>
    ) : wanted === 'wallets' ? (
      <FirstView door={route.door} connecting onConnect={() => undefined} />
    ) : (
      <ComingTable door={route.door} />
    )
  return (
    <>
      <ErrorFence fallback={<StartFailed />}>
        {route.page === 'info' ? (
          <Suspense key="info" fallback={null}>
            {ready ? <InfoPage key={route.topic} topic={route.topic} /> : null}
            <Aside />
          </Suspense>
        ) : route.page === 'voice-test' ? (
          <Suspense key="voice-test" fallback={null}>
            {ready ? <VoiceTestPage /> : null}
            <Aside />
          </Suspense>
        ) : wanted === 'nothing' && route.page === 'swap' ? (
          <Suspense fallback={<Frame>{null}</Frame>}>
            <FirstView door={route.door} connecting={false} onConnect={() => setWanted('wallets')} />
          </Suspense>
        ) : (
          <Suspense fallback={coming}>
            {ready ? <World askForWallet={wanted === 'wallets'} onAsked={() => setWanted('world')} /> : coming}
          </Suspense>
        )}
      </ErrorFence>
      <ThemeToggle />
    </>
  )
}

interface FirstViewProps {
  readonly door: Door
  readonly connecting: boolean
  readonly onConnect: () => void
}

function FirstView({ door, connecting, onConnect }: FirstViewProps): ReactNode {
  const place = usePortalData(door)
  usePortalLook(door.key)
  return (
    <Frame wallet={<StaticWallet connecting={connecting} onConnect={onConnect} onHint={World.ahead} />}>
      <Welcome place={place} connecting={connecting} onConnect={onConnect} />
    </Frame>
  )
}

function ComingTable({ door }: { door: Door }): ReactNode {
  const place = usePortalData(door)
  usePortalLook(door.key)
  return (
    <Frame>
      <TableSetting place={place} />
    </Frame>
  )
}
