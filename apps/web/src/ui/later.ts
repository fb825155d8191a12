import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { patiently } from './patiently.ts'
import { untilIdle } from './untilIdle.ts'

/**
 * A component that can wait: fetched once the page has come to rest, patiently. `Coming` stands in its place until then.
 *
 * React's `lazy` would not do: a suspended part is taken up again only when nothing else is to be drawn, begins anew with every
 * change, and never loses patience. On a page that changes every second, a machine that needs longer than that for the part would
 * never show it.
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
