import { type Address, product, type TableDeal } from '@parley/domain'
import { dealFromWire, dealToWire, wireDealSchema, z } from '@parley/protocol'
import { parseStored } from './browser.ts'

/** Terms that aren't sent yet, and the version that they began from: 0 for none. */
export interface TableDraft {
  readonly base: number
  readonly deal: TableDeal
}

/** Drafts that outlive a reload, or another sign-in. */
export interface TableDrafts {
  read(as: Address, tableId: string): TableDraft | null
  write(as: Address, tableId: string, draft: TableDraft | null): void
}

const storedSchema = z.object({ base: z.int(), deal: wireDealSchema })

/** Kept for this tab. Storage may be blocked or full: then a draft lasts as long as the page. */
export const tabDrafts: TableDrafts = {
  read: (as, tableId) => {
    try {
      const { base, deal } = storedSchema.parse(parseStored(sessionStorage.getItem(keyOf(as, tableId))))
      return { base, deal: dealFromWire(deal) }
    } catch {
      return null // Nothing, or what an older page kept.
    }
  },
  write: (as, tableId, draft) => {
    try {
      const key = keyOf(as, tableId)
      if (draft) sessionStorage.setItem(key, JSON.stringify({ base: draft.base, deal: dealToWire(draft.deal) }))
      else sessionStorage.removeItem(key)
    } catch {
      // See above.
    }
  },
}

function keyOf(as: Address, tableId: string): string {
  return `${product.slug}-table-${tableId}-${as.toLowerCase()}`
}
