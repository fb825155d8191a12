import type { Offer } from '@parley/domain'
import { offerFromWire, type WireOffer } from '@parley/protocol'
import { builtFor } from '../../services/builtFor.ts'
import { documentData } from '../../services/documentData.ts'

/** An offer as the page's document tells of it. */
export interface DocumentOffer {
  readonly offer: Offer
  /** Names of its NFTs, by `nftKey`, as far as the server knows them. */
  readonly names: Readonly<Record<string, string>>
  /** Chain time, unix seconds. */
  readonly nowS: number
}

/**
 * The offer that the document of this page carries. Null for another offer, for one in an escrow that the page was not
 * built for, where anything in it is malformed, and for a document from the browser's cache, which may be of any age.
 *
 * @param isWireOffer by the wire's schema, or by hand in the first view, to which that would bring zod.
 */
export function documentOffer(
  idText: string,
  isWireOffer: (value: unknown) => value is WireOffer,
): DocumentOffer | null {
  const id = idText.toLowerCase()
  const data = documentData('offer', id)
  if (!isRecord(data) || !isNames(data['names']) || !isWireOffer(data['offer'])) return null
  const [visit] = performance.getEntriesByType('navigation')
  if (visit && 'transferSize' in visit && visit.transferSize === 0) return null
  const { escrow, offerId } = data['offer']
  if (offerId !== id || !builtFor()?.escrows.some(({ address }) => address === escrow)) return null
  return { offer: offerFromWire(data['offer']), names: data['names'], nowS: Number(data['nowS']) }
}

function isNames(names: unknown): names is DocumentOffer['names'] {
  return isRecord(names) && Object.values(names).every((name) => typeof name === 'string')
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
