import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
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
