import { product } from '@parley/domain'
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** Storage key; `theme-first.js` reads it before the first paint. */
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

/** Applies the theme to the browser's own bars. */
function colourBars(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.media = meta.dataset['of'] === theme ? 'all' : 'not all'
}

function chosenTheme(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // Storage may be denied; the system preference applies.
  }
}

// Follows the system until the user chooses, in this tab or another (decision S10).
systemIsDark.addEventListener('change', (event) => {
  if (!chosenTheme()) show(event.matches ? 'dark' : 'light')
})
window.addEventListener('storage', (event) => {
  if (event.key === storageKey && (event.newValue === 'dark' || event.newValue === 'light')) show(event.newValue)
})

/** The current theme and a toggle. */
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
    // Can't be stored, but still applies to this page.
  }
  show(theme)
}
