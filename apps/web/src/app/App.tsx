import { createElement, startTransition, Suspense, use, useEffect, useState, type ReactNode, useRef } from 'react'
import { SwapPageSkeleton } from '../pages/SwapPageSkeleton.tsx'
import type { PortalRoute } from '../portals/portalRoutes.ts'
import { usePortalData, usePortalLook } from '../portals/portalData.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { navigate, usePath } from '../ui/navigation.ts'
import { drawing, useIsDrawn } from '../ui/useIsDrawn.ts'
import { LazyHeaderWallet } from './HeaderWallet.tsx'
import { FirstView } from './FirstView.tsx'
import { Frame } from './Frame.tsx'
import { matchRoute } from './routes.ts'
import { InfoPage, VoiceTestPage, AppShell, previewOf, type PreviewProps } from './loadPages.ts'
import { StaticWallet } from './StaticWallet.tsx'
import { listenForWallets, rememberedWallet } from './visitorState.ts'
import { frameText } from '../text/frame.ts'
import { Failed } from './Failed.tsx'

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
  const isDrawn = useIsDrawn()
  const route = matchRoute(path)
  useFocusOnArrival(path)
  useEffect(() => {
    if (!route) navigate('/p2p', { replace: true })
  }, [route])
  useEffect(() => {
    // A drawing is taken over, to its last part, once it isn't taken for one any more.
    if (isDrawn) return undefined
    drawing.isOn = false
    // `pnpm bench splash` measures up to this mark, and `main.tsx` waits for the event.
    performance.mark('splash-gone')
    delete document.documentElement.dataset['returning']
    dispatchEvent(new Event('shown'))
    // The transition keeps the landing view on screen until the rest has loaded. Together with that of taking over, it would keep
    // the drawing.
    return listenForWallets(() => startTransition(() => setWanted((now) => (now === 'nothing' ? 'world' : now))))
  }, [isDrawn])
  if (!route) return null
  const visitor = {
    connecting: wanted === 'wallets' || (!isDrawn && rememberedWallet()),
    onConnect: () => setWanted('wallets'),
  }
  const preview = previewOf(path)
  const coming = preview ? (
    <Frame wallet={<StaticWallet {...visitor} onHint={AppShell.preload} />}>
      <Preview {...visitor} part={preview} />
    </Frame>
  ) : route.page !== 'swap' ? (
    <Frame>{null}</Frame>
  ) : wanted === 'wallets' ? (
    <FirstView {...visitor} portal={route.portal} />
  ) : (
    <ComingTable portal={route.portal} />
  )
  return (
    <>
      <ErrorBoundary fallback={<StartFailed />}>
        {route.page === 'info' ? (
          <Suspense key="info" fallback={null}>
            {ready ? <InfoPage key={route.topic} topic={route.topic} wallet={<LazyHeaderWallet />} /> : null}
          </Suspense>
        ) : route.page === 'voice-test' ? (
          <Suspense key="voice-test" fallback={null}>
            {ready ? <VoiceTestPage wallet={<LazyHeaderWallet />} /> : null}
          </Suspense>
        ) : wanted === 'nothing' && route.page === 'swap' ? (
          <Suspense fallback={<Frame>{null}</Frame>}>
            <FirstView {...visitor} portal={route.portal} />
          </Suspense>
        ) : (
          <Suspense fallback={coming}>
            {ready ? <AppShell askForWallet={wanted === 'wallets'} onAsked={() => setWanted('world')} /> : coming}
          </Suspense>
        )}
      </ErrorBoundary>
    </>
  )
}

interface PartProps extends PreviewProps {
  readonly part: NonNullable<ReturnType<typeof previewOf>>
}

function Preview({ part, ...props }: PartProps): ReactNode {
  return createElement(use(part.get()).default, props)
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

/** Shown when nothing responds. Says so, and says where the NFTs are. */
export function StartFailed(): ReactNode {
  return (
    <Frame>
      <Failed title={frameText.startFailed} text={frameText.startFailedText} />
    </Frame>
  )
}

/** Frames to wait for a page to load: about two seconds at 60 fps. */
const patienceFrames = 120

/** Moves the focus to the new page on navigation. The initial load keeps the browser's default. */
export function useFocusOnArrival(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    return focusWhenThere('main')
  }, [path])
}

function focusWhenThere(id: string): () => void {
  let framesLeft = patienceFrames
  let frame = requestAnimationFrame(look)
  function look(): void {
    const element = document.getElementById(id)
    framesLeft -= 1
    element?.focus({ preventScroll: true })
    // The previous page may still be in the DOM, hidden and not focusable.
    const arrived = element !== null && document.activeElement === element
    if (!arrived && framesLeft > 0) frame = requestAnimationFrame(look)
  }
  return () => cancelAnimationFrame(frame)
}
