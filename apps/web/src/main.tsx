import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { preloadImages } from './app/preloadImages.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await preloadImages()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
