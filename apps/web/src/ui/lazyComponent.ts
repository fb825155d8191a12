import { type ComponentType, createElement, type ReactNode, use } from 'react'

/** A component in its own chunk, loaded on render or earlier. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode
  readonly ahead: LazyValue<unknown>['ahead']
}

/** Like `React.lazy`, but renders a loaded chunk without suspending. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyComponent<Props> {
  const { get, ahead } = lazyValue(load)
  return Object.assign((props: Props) => createElement(use(get()).default, props), { ahead })
}

/** A value loaded once and shared by all components that use it. */
export interface LazyValue<T> {
  /** For React's `use`: always the same promise, even after a failure. Otherwise it would refetch for ever. */
  get(): Promise<T>
  /** Preloads the value. Never rejects: rendering retries and reports the failure. */
  ahead(): Promise<void>
}

export function lazyValue<T>(fetch: () => Promise<T>): LazyValue<T> {
  let coming: Promise<T> | null = null
  const get = (): Promise<T> => (coming ??= preloadedPromise(fetch()))
  return {
    get,
    async ahead() {
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
