import { useSyncExternalStore, useEffect } from 'react'

/**
 * The current path as a store over the History API.
 *
 * A dozen fixed paths don't justify a routing library, since this is part of the first view.
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

/** The current path without a trailing slash. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath, currentPath)
}

function currentPath(): string {
  return withoutTrailingSlash(window.location.pathname)
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

let heedHint: (path: string) => void = () => undefined

/** Registers a handler that prefetches a path. */
export function onHint(heed: (path: string) => void): void {
  heedHint = heed
}

/** Call when a link is hovered or focused, to prefetch its target. */
export function hint(path: string): void {
  heedHint(path)
}

export interface NavigateOptions {
  /** Replaces the history entry, for redirects. */
  readonly replace?: boolean
}

/** Navigates to a path of this site; does nothing if already there. */
export function navigate(path: string, { replace = false }: NavigateOptions = {}): void {
  if (path === window.location.pathname + window.location.search) return
  if (replace) window.history.replaceState(null, '', path)
  else {
    window.history.pushState(null, '', path)
    window.scrollTo(0, 0)
  }
  changed()
}

let name = document.title
let count = 0

function show(): void {
  document.title = count > 0 ? `(${count}) ${name}` : name
}

/** Sets the count shown before the title. */
export function setTitleCount(waiting: number): void {
  count = waiting
  show()
}

/** Sets the title of the current page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    name = title
    show()
  }, [title])
}
