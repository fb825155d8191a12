import { product, type OfferId } from '@parley/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BrowserStorage } from './browserStorage.ts'

/**
 * Offers that this browser leaves out of its lists because a transaction that closes them was probably submitted
 * (decision C4). The chain decides: one that is still open after ten minutes comes back.
 */
export interface SetAside {
  readonly store: StoreApi<Readonly<Record<OfferId, number>>>
  add(id: OfferId, nowMs: number): void
}

export const setAsideMs = 600_000
const key = `${product.slug}-set-aside`

export function createSetAside(storage: BrowserStorage): SetAside {
  const store = createStore<Readonly<Record<OfferId, number>>>(() => read(storage))
  return {
    store,
    add: (id, nowMs) => {
      const open = Object.entries(store.getState()).filter(([, untilMs]) => untilMs > nowMs)
      store.setState({ ...Object.fromEntries(open), [id]: nowMs + setAsideMs }, true)
      storage.write(key, JSON.stringify(store.getState()))
    },
  }
}

function read(storage: BrowserStorage): Readonly<Record<OfferId, number>> {
  try {
    const kept: unknown = JSON.parse(storage.read(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, untilMs]) => typeof untilMs === 'number'))
  } catch {
    // Somebody else's text under our key: nothing is set aside.
    return {}
  }
}
