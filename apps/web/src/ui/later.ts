import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { patiently } from './patiently.ts'
import { untilIdle } from './untilIdle.ts'

/** A component that can wait: fetched once the page has come to rest, patiently. */
export function later<Props>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => untilIdle().then(() => patiently(fetchPart)))
}
