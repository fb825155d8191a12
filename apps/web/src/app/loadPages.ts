import type { ComponentType } from 'react'
import { articles } from '../pages/articles.ts'
import { documentData } from '../services/documentData.ts'
import { lazyComponent, type LazyValue, lazyValue } from '../ui/lazy.ts'
import { appPages, matchRoute } from './routes.ts'
import { rememberedWallet } from './visitorState.ts'

// Wallet, chain and offer code: far heavier than the first view, which doesn't need it.
export const AppShell = lazyComponent(loadAppShell)
export const InfoPage = lazyComponent(() => import('../pages/InfoPage.tsx'))
export const VoiceTestPage = lazyComponent(() => import('../pages/VoiceTestPage.tsx'))

interface PreviewModule {
  readonly default: ComponentType<PreviewProps>
}

export interface PreviewProps {
  readonly connecting: boolean
  readonly onConnect: () => void
}

/** Draw what the document carries, while the rest loads: by what its data are of. */
const previews: Readonly<Record<string, LazyValue<PreviewModule>>> = {
  offer: lazyValue(() => import('../pages/offer/OfferPreview.tsx')),
  stats: lazyValue(() => import('../pages/stats/StatsPreview.tsx')),
  trader: lazyValue(() => import('../pages/trader/TraderPreview.tsx')),
}

/** What draws this page's document, if that carries what the path is about. */
export function previewOf(path: string): LazyValue<PreviewModule> | undefined {
  return previews[documentData(path)?.page ?? '']
}

/** Whether a server's drawing of a path needs no data: articles, and the landing page for first visits. */
export function isLasting(path: string): boolean {
  const route = matchRoute(path)
  return route?.page === 'info' || (route?.page === 'swap' && !rememberedWallet())
}

/** Prefetches a path's chunks. Resolves when they have loaded or failed. */
export async function preloadRoute(path: string): Promise<void> {
  const route = matchRoute(path)
  if (!route || (route.page === 'swap' && !rememberedWallet())) return
  await (route.page === 'info' || route.page === 'voice-test' ? aside(route) : AppShell.preload())
}

/** Prefetches a likely next path, but never the wallet and chain code. */
export function hintRoute(path: string): void {
  const route = matchRoute(path)
  if (!route) return
  if (route.page === 'info' || route.page === 'voice-test') void aside(route)
  else if (isAppShellLoaded()) void appPages[route.page].preload()
}

type AsideRoute = Extract<ReturnType<typeof matchRoute>, { page: 'info' | 'voice-test' }>

/** A page without wallet and chain code. */
function aside(route: AsideRoute): Promise<unknown> {
  if (route.page === 'voice-test') return VoiceTestPage.preload()
  return Promise.all([InfoPage.preload(), articles[route.topic].preload()])
}

let here = false

/** Whether wallet and chain code has loaded. Never reset. */
export function isAppShellLoaded(): boolean {
  return here
}

/** Loads wallet, chain, session and the current page in parallel. */
export async function loadAppShell() {
  const route = matchRoute(window.location.pathname)
  const [, world] = await Promise.all([
    // Its file holds what all others import. Coming first, it runs in a task of its own instead of one for all.
    import('./PlainFrame.tsx'),
    import('./AppShell.tsx'),
    route && route.page !== 'info' && route.page !== 'voice-test' && appPages[route.page].preload(),
    sessionTried(),
  ])
  here = true
  return world
}

/** The component that needs the session reports a failure. */
async function sessionTried(): Promise<void> {
  const { sessionPromise } = await import('./sessionPromise.ts')
  await sessionPromise.catch(() => undefined)
}
