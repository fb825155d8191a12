import flecksDark from './flecks-dark.svg'
import flecksLight from './flecks-light.svg'
import { findPortal, generalRoute } from '../portals/portalRoutes.ts'
import { fetchPortal } from '../portals/portalData.ts'

/** The page starts without images and portal after this time (decision S10). */
const patienceMs = 2_000

/** Resolves when the shell's images have loaded. A failure is logged and doesn't block. */
export async function preloadImages(): Promise<void> {
  performance.mark('shell-begins')
  const flecks = document.documentElement.dataset['theme'] === 'dark' ? flecksDark : flecksLight
  await withTimeout(patienceMs, Promise.all(['/parley.svg', flecks].map(preload)))
  performance.mark('shell-pictures')
}

async function preload(src: string): Promise<void> {
  const image = new Image()
  image.src = src
  try {
    await image.decode()
  } catch {
    console.warn(`Could not preload ${src}`)
  }
}

/** Resolves when the path's portal has loaded, so that the first paint uses its theme. */
export async function preloadPortal(path: string): Promise<void> {
  // The general portal is always loaded.
  const general = fetchPortal(generalRoute)
  const portalRoute = findPortal(path)
  // The component that renders it reports a failure.
  await withTimeout(patienceMs, portalRoute ? fetchPortal(portalRoute) : general)
}

/** Resolves when a promise settles, or after a time limit. */
export async function withTimeout(patienceMs: number, something: Promise<unknown>): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([something.catch(() => undefined), patience])
}
