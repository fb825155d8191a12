import { product, type OfferId } from '@parley/domain'
import { z } from '@parley/protocol'
import { type BrowserStorage, createSharedStore, type SharedStore } from './browser.ts'

/** Until when each offer stays away, in Unix milliseconds. */
type UntilMs = Readonly<Record<OfferId, number>>

/**
 * Offers hidden from this browser's lists because a closing transaction was probably sent (decision C4). The chain
 * decides: an offer that is still open afterwards returns, within ten minutes.
 */
export interface SetAside {
  readonly store: SharedStore<UntilMs>['store']
  add(id: OfferId, nowMs: number): void
  remove(id: OfferId): void
}

export const setAsideMs = 600_000
const key = `${product.slug}-set-aside`
const form = z.record(z.string(), z.number())

export function createSetAside(storage: BrowserStorage): SetAside {
  const shared = createSharedStore<UntilMs>(storage, key, { parse, print: (until) => JSON.stringify(until) })
  return {
    store: shared.store,
    add: (id, nowMs) =>
      shared.update((all) => {
        const open = Object.entries(all).filter(([, untilMs]) => untilMs > nowMs)
        return { ...Object.fromEntries(open), [id]: nowMs + setAsideMs }
      }),
    remove: (id) =>
      shared.update((all) => {
        if (!(id in all)) return all
        return Object.fromEntries(Object.entries(all).filter(([other]) => other !== id))
      }),
  }
}

function parse(text: string | null): UntilMs {
  try {
    return form.parse(JSON.parse(text ?? '{}'))
  } catch {
    // Foreign data under our key: treat it as empty.
    return {}
  }
}
