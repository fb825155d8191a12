import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { isCallOpen } from './app/isCallOpen.ts'
import { preloadImages } from './app/preloadImages.ts'
import { preloadPortal } from './app/preloadPortal.ts'
import { hintRoute, preloadRoute } from './app/routeAhead.ts'
import { waitAtMost } from './app/waitAtMost.ts'
import { onHint } from './ui/navigation.ts'

/** The splash stays for parts that come within so long. */
const splashMs = 150
/** After this long the page is ready without them: then it waits for them itself. */
const patienceMs = 2_000

/**
 * Draws the page as soon as its pictures, its portal and its parts are here, and what stands before the parts where they take longer.
 * In a function of its own: a module that waits at its top is not done for the parts that import from it, so a portal would wait
 * for the page, and the page for the portal.
 */
async function begin(place: HTMLElement): Promise<void> {
  const path = window.location.pathname
  let ready = false
  const parts = preloadRoute(path).then(() => (ready = true))
  await Promise.all([preloadImages(), preloadPortal(path), waitAtMost(splashMs, parts)])
  const root = createRoot(place)
  const draw = (): void =>
    root.render(
      <StrictMode>
        <App ready={ready} />
      </StrictMode>,
    )
  draw()
  if (ready) return
  await waitAtMost(patienceMs, parts)
  ready = true
  draw()
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void begin(root)
onHint(hintRoute)

// A call that this tab was in goes on (its key is written by features/voice); nobody else fetches anything for it.
if (isCallOpen()) void import('./features/voice/resumeCall.ts').then(({ resumeCall }) => resumeCall())
