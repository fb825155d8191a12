import { articles } from '../pages/articles.ts'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { isWorldHere, loadWorld } from './loadWorld.ts'
import { matchRoute } from './matchRoute.ts'
import { rememberedWallet } from './visitorState.ts'
import { worldPages } from './worldPages.ts'

// Wallet, chain and offer code: far heavier than the first view, which doesn't need it.
export const World = lazyComponent(loadWorld)
export const InfoPage = lazyComponent(() => import('../pages/InfoPage.tsx'))
export const VoiceTestPage = lazyComponent(() => import('../pages/VoiceTestPage.tsx'))

/** Prefetches a path's chunks. Resolves when they have loaded or failed. */
export async function preloadRoute(path: string): Promise<void> {
  const route = matchRoute(path)
  if (!route || (route.page === 'swap' && !rememberedWallet())) return
  await (route.page === 'info' || route.page === 'voice-test' ? aside(route) : World.ahead())
}

/** Prefetches a likely next path, but never the wallet and chain code. */
export function hintRoute(path: string): void {
  const route = matchRoute(path)
  if (!route) return
  if (route.page === 'info' || route.page === 'voice-test') void aside(route)
  else if (isWorldHere()) void worldPages[route.page].ahead()
}

type AsideRoute = Extract<ReturnType<typeof matchRoute>, { page: 'info' | 'voice-test' }>

/** A page without wallet and chain code. */
function aside(route: AsideRoute): Promise<unknown> {
  if (route.page === 'voice-test') return VoiceTestPage.ahead()
  return Promise.all([InfoPage.ahead(), articles[route.topic].ahead()])
}
