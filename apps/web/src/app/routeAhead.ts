import { articles } from '../pages/articles.ts'
import { part } from '../ui/part.ts'
import { isWorldHere, loadWorld } from './loadWorld.ts'
import { matchRoute } from './matchRoute.ts'
import { rememberedWallet } from './rememberedWallet.ts'
import { worldPages } from './worldPages.ts'

// Wallets, chain and everything that knows of offers: far heavier than the first view, which does without.
export const World = part(loadWorld)
export const InfoPage = part(() => import('../pages/InfoPage.tsx'))
export const VoiceTestPage = part(() => import('../pages/VoiceTestPage.tsx'))

/** Fetches the parts of the page at a path. Resolves when they are here, or could not be had. */
export async function preloadRoute(path: string): Promise<void> {
  const route = matchRoute(path)
  if (!route || (route.page === 'swap' && !rememberedWallet())) return
  await (route.page === 'info' || route.page === 'voice-test' ? aside(route) : World.ahead())
}

/** Somebody may go to a path next: fetches its page, but nothing as heavy as the first that needs wallet and chain. */
export function hintRoute(path: string): void {
  const route = matchRoute(path)
  if (!route) return
  if (route.page === 'info' || route.page === 'voice-test') void aside(route)
  else if (isWorldHere()) void worldPages[route.page].ahead()
}

type AsideRoute = Extract<ReturnType<typeof matchRoute>, { page: 'info' | 'voice-test' }>

/** A page that does without wallet and chain. */
function aside(route: AsideRoute): Promise<unknown> {
  if (route.page === 'voice-test') return VoiceTestPage.ahead()
  return Promise.all([InfoPage.ahead(), articles[route.topic].ahead()])
}
