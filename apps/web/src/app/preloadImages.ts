import flecksDark from './flecks-dark.svg'
import flecksLight from './flecks-light.svg'
import { waitAtMost } from './waitAtMost.ts'

/** The splash gives way after this long, whatever has come by then (decision S10). */
const patienceMs = 2_000

/** Resolves when the shell's own images are here. One that fails is a line in the console and holds nobody up. */
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
