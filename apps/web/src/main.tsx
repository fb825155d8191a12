import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { isCallOpen } from './app/isCallOpen.ts'
import { preloadImages } from './app/preloadImages.ts'
import { preloadPortal } from './app/preloadPortal.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await Promise.all([preloadImages(), preloadPortal(window.location.pathname)])
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// A call that this tab was in goes on (its key is written by features/voice); nobody else fetches anything for it.
if (isCallOpen()) void import('./features/voice/resumeCall.ts').then(({ resumeCall }) => resumeCall())
