import { product } from '@parley/domain'
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** Storage key; `theme-first.js` reads it before the first paint. */
const storageKey = `${product.slug}-theme`

const darkQuery = '(prefers-color-scheme: dark)'

/** By a list of its own: in Chromium, reading `matches` of one that is listened to can take its event away. */
const systemTheme = (): Theme => (window.matchMedia(darkQuery).matches ? 'dark' : 'light')

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

function storedTheme(): Theme | null {
  try {
    const chosen = localStorage.getItem(storageKey)
    return chosen === 'dark' || chosen === 'light' ? chosen : null
  } catch {
    return null // Storage may be denied; the system preference applies.
  }
}

/** Null while the system decides. Kept here as well, since storage may be denied. */
let chosen = storedTheme()

// Follows the system until the user chooses, in this tab or another (decision S10).
window.matchMedia(darkQuery).addEventListener('change', (event) => {
  if (!chosen) show(event.matches ? 'dark' : 'light')
})
window.addEventListener('storage', (event) => {
  if (event.key !== storageKey) return
  chosen = storedTheme()
  show(shownFor(chosen ?? 'system'))
})

export type ThemeChoice = Theme | 'system'

/** What the toggle does next: the other theme, the system's by name, then whatever the system says. */
function nextChoice(): ThemeChoice {
  const system = systemTheme()
  if (chosen === system) return 'system'
  return chosen ? system : system === 'dark' ? 'light' : 'dark'
}

/** The current theme, what the toggle chooses next, and the toggle. */
export function useTheme(): { readonly theme: Theme; readonly next: ThemeChoice; readonly toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current, current)
  const next = useSyncExternalStore(subscribe, nextChoice, (): ThemeChoice => 'dark')
  return { theme, next, toggle: () => choose(next) }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function choose(choice: ThemeChoice): void {
  chosen = choice === 'system' ? null : choice
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // Can't be stored, but still applies to this page.
  }
  show(shownFor(choice))
}

function shownFor(choice: ThemeChoice): Theme {
  return choice === 'system' ? systemTheme() : choice
}
