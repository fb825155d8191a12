import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { patiently } from './patiently.ts'
import { untilIdle } from './untilIdle.ts'

/**
 * Lazy component, loaded when the browser is idle, with retries. Renders `Coming` until then.
 *
 * `React.lazy` doesn't work here: a suspended component resumes only when nothing else renders and restarts on every update.
 * On a page that updates every second, a slow machine would never show it.
 */
export function later<Props extends object>(
  fetchPart: () => Promise<{ readonly default: ComponentType<Props> }>,
  Coming?: ComponentType,
): (props: Props) => ReactNode {
  let part: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const bring = async (): Promise<void> => {
    await untilIdle()
    part = (await patiently(fetchPart)).default
    for (const changed of listeners) changed()
  }
  const subscribe = (changed: () => void): (() => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }
  return function Later(props) {
    useEffect(() => void (coming ??= bring()), [])
    const come = useSyncExternalStore(subscribe, () => part)
    if (come) return createElement(come, props)
    return Coming ? createElement(Coming) : null
  }
}
