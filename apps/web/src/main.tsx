import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { isCallOpen } from './app/isCallOpen.ts'
import { preloadImages } from './app/preloadImages.ts'
import { preloadPortal } from './app/preloadPortal.ts'
import { hintRoute, preloadRoute } from './app/routeAhead.ts'
import { onHint } from './ui/navigation.ts'

/**
 * Draws the page as soon as its pictures, its portal and its parts are here. In a function of its own: a module that waits at its top
 * is not done for the parts that import from it, so a portal would wait for the page, and the page for the portal.
 */
async function begin(root: HTMLElement): Promise<void> {
  const path = window.location.pathname
  await Promise.all([preloadImages(), preloadPortal(path), preloadRoute(path)])
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void begin(root)
onHint(hintRoute)

// A call that this tab was in goes on (its key is written by features/voice); nobody else fetches anything for it.
if (isCallOpen()) void import('./features/voice/resumeCall.ts').then(({ resumeCall }) => resumeCall())
