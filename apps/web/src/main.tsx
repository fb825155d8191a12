import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { App } from './app/App.tsx'
import { preloadImages, preloadPortal, withTimeout } from './app/startup.ts'
import { isCallOpen } from './app/visitorState.ts'
import { hintRoute, isLasting, preloadRoute, previewOf } from './app/loadPages.ts'
import { drawing } from './ui/useIsDrawn.ts'
import { onHint } from './ui/navigation.ts'

/** The splash stays if the rest loads within this time. */
const splashMs = 150
/** After this long the page is ready without them: then it waits for them itself. */
const patienceMs = 2_000

/**
 * Renders the page once its images, portal and modules are loaded. Shows a skeleton if that takes longer.
 *
 * What the document itself carries is on screen before wallet and chain code is fetched; where the server has drawn it, before
 * any script. A function rather than top-level await: modules that import this one would never finish loading.
 */
async function begin(place: HTMLElement): Promise<void> {
  const path = window.location.pathname
  let ready = false
  let root: Root | undefined
  const carried = previewOf(path)
  // Links are drawn for the server's own origin. At another one, such as that of a tunnel, the page draws itself, and where the
  // document is another path's.
  const isDrawn = (carried || isLasting(path)) && place.dataset['drawn'] === (location.origin + path).toLowerCase()
  drawing.isOn = isDrawn
  const images = isDrawn || preloadImages()
  const draw = (): void => {
    const page = (
      <StrictMode>
        <App ready={ready} />
      </StrictMode>
    )
    // Transitions run in slices of 5 ms, with presses between them.
    if (root || isDrawn)
      startTransition(() => {
        if (root) root.render(page)
        else root = hydrateRoot(place, page)
      })
    else (root = createRoot(place)).render(page)
    // `start-drawn.js` waits for it.
    delete place.dataset['drawn']
  }
  if (carried) {
    await Promise.all([images, carried.preload()])
    draw()
    // A render before hydration, whose end `App` marks, would start from nothing.
    // In the next task, since asking for the rest takes long itself.
    await withTimeout(patienceMs, new Promise((shown) => addEventListener('shown', () => setTimeout(shown))))
  }
  // Without its portal, the page would be blank for a moment where the preview was.
  const parts = Promise.all([preloadRoute(path), carried && preloadPortal(path)]).then(() => (ready = true))
  if (!carried) {
    await Promise.all([images, preloadPortal(path), isDrawn ? parts : withTimeout(splashMs, parts)])
    draw()
  }
  if (ready) return
  // As the fallback of a page that still loads, the preview would mount a second time.
  await (carried ? parts : withTimeout(patienceMs, parts))
  ready = true
  draw()
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const begun = begin(root)
onHint(hintRoute)

// Resumes this tab's call (features/voice writes the key). Other visitors download nothing for it.
if (isCallOpen()) void import('./features/voice/resumeCall.ts').then(({ resumeCall }) => resumeCall())

// For pushes, and to draw without the server. It comes after the page's own scripts: nothing on the page waits for it.
if (import.meta.env.PROD)
  void begun.then(async () => (await import('./services/serviceWorker.lazy.ts')).startServiceWorker())
