import { type Address, product, type TableDeal } from '@parley/domain'
import { dealFromWire, dealToWire, wireDealSchema, z } from '@parley/protocol'
import { parseStored } from './browser.ts'

/** Terms that aren't sent yet, and the version that they began from: 0 for none. */
export interface TableDraft {
  readonly base: number
  readonly deal: TableDeal
  /** The words that go with them. */
  readonly note: string
}

/** Drafts that outlive a reload, or another sign-in. */
export interface TableDrafts {
  read(as: Address, tableId: string): TableDraft | null
  write(as: Address, tableId: string, draft: TableDraft | null): void
  /** The unsent note. */
  readWords(as: Address, tableId: string): string
  writeWords(as: Address, tableId: string, words: string): void
}

const storedSchema = z.object({ base: z.int(), deal: wireDealSchema, note: z.string() })

/** Kept for this tab. Storage may be blocked or full: then a draft lasts as long as the page. */
export const tabDrafts: TableDrafts = {
  read: (as, tableId) => {
    try {
      const { base, deal, note } = storedSchema.parse(parseStored(sessionStorage.getItem(keyOf(as, tableId))))
      return { base, deal: dealFromWire(deal), note }
    } catch {
      return null // Nothing, or what an older page kept.
    }
  },
  write: (as, tableId, draft) => {
    keep(keyOf(as, tableId), draft && JSON.stringify({ ...draft, deal: dealToWire(draft.deal) }))
  },
  readWords: (as, tableId) => {
    try {
      return sessionStorage.getItem(`${keyOf(as, tableId)}-words`) ?? ''
    } catch {
      return ''
    }
  },
  writeWords: (as, tableId, words) => keep(`${keyOf(as, tableId)}-words`, words === '' ? null : words),
}

function keep(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // See above.
  }
}

function keyOf(as: Address, tableId: string): string {
  return `${product.slug}-table-${tableId}-${as.toLowerCase()}`
}
