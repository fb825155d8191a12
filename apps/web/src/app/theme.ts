import { product } from '@parley/domain'
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** Where the choice is kept. `theme-first.js` reads the same key before the first paint. */
const storageKey = `${product.slug}-theme`

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function current(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  colourBars(theme)
  for (const listener of listeners) listener()
}

/** The browser's own bars: of the two colours in the page, the theme's alone counts. */
function colourBars(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.media = meta.dataset['of'] === theme ? 'all' : 'not all'
}

function chosenTheme(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // Storage may be forbidden: the system's preference then serves.
  }
}

// The system's evening counts until somebody has chosen (decision S10); another tab's choice counts here too.
systemIsDark.addEventListener('change', (event) => {
  if (!chosenTheme()) show(event.matches ? 'dark' : 'light')
})
window.addEventListener('storage', (event) => {
  if (event.key === storageKey && (event.newValue === 'dark' || event.newValue === 'light')) show(event.newValue)
})

/** The theme on screen, and how to choose the other one. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current)
  return { theme, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Not kept, but shown: better than not changing at all.
  }
  show(theme)
}
