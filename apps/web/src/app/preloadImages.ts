import flecksDark from './flecks-dark.svg'
import flecksLight from './flecks-light.svg'
import { waitAtMost } from './waitAtMost.ts'

/** The splash ends after this time at the latest (decision S10). */
const patienceMs = 2_000

/** Resolves when the shell's images have loaded. A failure is logged and doesn't block. */
export async function preloadImages(): Promise<void> {
  performance.mark('shell-begins')
  const flecks = document.documentElement.dataset['theme'] === 'dark' ? flecksDark : flecksLight
  await waitAtMost(patienceMs, Promise.all(['/parley.svg', flecks].map(preload)))
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
