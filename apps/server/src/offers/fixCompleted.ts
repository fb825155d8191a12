import type { OfferId } from '@parley/domain'
import type { OfferParts } from './offerParts.ts'
import { openOffersAfter } from './offerStore.ts'
import { reconcileWithChain } from './reconcileWithChain.ts'

const offersAtOnce = 200

/** Reads every offer that is held open again (decision C5). */
export async function fixCompleted(parts: OfferParts): Promise<{ checked: number; fixed: number }> {
  let checked = 0
  let fixed = 0
  let after: OfferId | null = null
  for (;;) {
    const page = await openOffersAfter(parts.context.db.read, after, offersAtOnce)
    const last = page.at(-1)
    if (!last) return { checked, fixed }
    fixed += await reconcileWithChain(parts, page)
    checked += page.length
    after = last.id
  }
}
