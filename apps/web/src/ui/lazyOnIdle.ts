import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { retryImport } from './retryImport.ts'

/**
 * Lazy component, loaded when the browser is idle, with retries. Renders `Coming` until then.
 *
 * `React.lazy` doesn't work here: a suspended component resumes only when nothing else renders and restarts on every update.
 * On a page that updates every second, a slow machine would never show it.
 */
export function lazyOnIdle<Props extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>,
  Coming?: ComponentType,
): (props: Props) => ReactNode {
  let part: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const bring = async (): Promise<void> => {
    await untilIdle()
    part = (await retryImport(fetchPart)).default
    for (const changed of listeners) changed()
  }
  const subscribe = (changed: () => void): (() => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }
  return function LazyOnIdle(props) {
    useEffect(() => void (coming ??= bring()), [])
    const come = useSyncExternalStore(subscribe, () => part)
    if (come) return createElement(come, props)
    return Coming ? createElement(Coming) : null
  }
}

/** Resolves when the browser is idle, or after half a second. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: patienceMs })
    else setTimeout(resolve, patienceMs)
  })
}

const patienceMs = 500

/** A lazy chunk, loaded once on first use, with retries. */
export function importOnce<Part>(fetchPart: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null
  return () => (part ??= retryImport(fetchPart))
}
