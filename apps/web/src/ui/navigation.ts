import { useSyncExternalStore } from 'react'

/**
 * The page's address as a store over the browser's history. A handful of paths needs no routing library: this one is
 * counted in bytes, since it stands in the first view.
 */
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', changed)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('popstate', changed)
  }
}

/** The path of the address bar, without a trailing slash. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => withoutTrailingSlash(window.location.pathname))
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

let heedHint: (path: string) => void = () => undefined

/** Says what is done when somebody may go to a path next. */
export function onHint(heed: (path: string) => void): void {
  heedHint = heed
}

/** Somebody points at a link, or stands on it: what is there can be fetched meanwhile. */
export function hint(path: string): void {
  heedHint(path)
}

export interface NavigateOptions {
  /** Replaces the entry of the history: for redirects. */
  readonly replace?: boolean
}

/** Goes to a path of this site. Where the page does not change, nothing happens. */
export function navigate(path: string, { replace = false }: NavigateOptions = {}): void {
  if (path === window.location.pathname + window.location.search) return
  if (replace) window.history.replaceState(null, '', path)
  else {
    window.history.pushState(null, '', path)
    window.scrollTo(0, 0)
  }
  changed()
}
