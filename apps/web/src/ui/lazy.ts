import { type ComponentType, createElement, memo, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'

/** A component in its own chunk, loaded on render or earlier. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode
  readonly preload: LazyValue<unknown>['preload']
}

/** Like `React.lazy`, but renders a loaded chunk without suspending. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyComponent<Props> {
  const { get, preload } = lazyValue(load)
  return Object.assign((props: Props) => createElement(use(get()).default, props), { preload })
}

/** A value loaded once and shared by all components that use it. */
export interface LazyValue<T> {
  /** For React's `use`: always the same promise, even after a failure. Otherwise it would refetch for ever. */
  get(): Promise<T>
  /** Preloads the value. Never rejects: rendering retries and reports the failure. */
  preload(): Promise<void>
}

export function lazyValue<T>(fetch: () => Promise<T>): LazyValue<T> {
  let coming: Promise<T> | null = null
  const get = (): Promise<T> => (coming ??= preloadedPromise(fetch()))
  return {
    get,
    async preload() {
      const mine = get()
      try {
        await mine
      } catch {
        if (coming === mine) coming = null
      }
    },
  }
}

/**
 * Marks a promise as React marks tracked ones, so that `use` reads a settled value synchronously.
 *
 * Otherwise React would show the fallback and keep it for at least 300 ms.
 */
export function preloadedPromise<T>(promise: Promise<T>): Promise<T> {
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value })).catch(() => undefined)
  return promise
}

/**
 * Lazy component, loaded when the browser is idle, with retries. Renders `Coming` until then.
 *
 * `React.lazy` doesn't work here: a suspended component resumes only when nothing else renders and restarts on every update.
 * On a page that updates every second, a slow machine would never show it.
 */
export function lazyOnIdle<Props extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>,
  Coming?: ComponentType<Props>,
): ComponentType<Props> {
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
  // A part that isn't worth waiting for isn't worth rendering again either, unless its props changed.
  return memo(function LazyOnIdle(props: Props) {
    useEffect(() => void (coming ??= bring()), [])
    const come = useSyncExternalStore(
      subscribe,
      () => part,
      () => null,
    )
    if (come) return createElement(come, props)
    return Coming ? createElement(Coming, props) : null
  })
}

/** Resolves when the browser is idle, or after half a second. */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: idleWaitMs })
    else setTimeout(resolve, idleWaitMs)
  })
}

const idleWaitMs = 500

/** A lazy chunk, loaded once on first use, with retries. */
export function importOnce<Part>(fetchPart: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null
  return () => (part ??= retryImport(fetchPart))
}

const firstWaitMs = 2_000
const longestWaitMs = 60_000

/**
 * Loads a non-urgent chunk, retrying until it succeeds.
 *
 * Retries after 2 s, then with exponential back-off up to one minute. Stops once the site has been redeployed: the chunk no
 * longer exists, the promise never settles, and the page asks for a reload.
 */
export async function retryImport<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await fetchPart()
    } catch (error) {
      console.warn('Could not load a chunk', error)
      if (await checkForNewBuild()) return new Promise<never>(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

const patienceMs = 10_000

let outdated = false
const listeners = new Set<() => void>()

/**
 * Checks whether the site has been redeployed since this page loaded.
 *
 * After a deployment, chunks that haven't loaded yet no longer exist under their known names. Call it when one fails.
 *
 * @returns false also if the site doesn't answer.
 */
export async function checkForNewBuild(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const contracts = document.getElementById('deployment')?.textContent ?? ''
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
    const text = await answer.text()
    // A captive portal or proxy may answer with its own page.
    outdated ||= text.includes('id="root"') && !(text.includes(`"${entry}"`) && text.includes(contracts))
    for (const changed of listeners) changed()
  } catch {
    // The caller retries.
  }
  return outdated
}

/** Whether a newer build was found. Never reset while the page lives. */
export function useIsStale(): boolean {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => outdated,
  )
}
