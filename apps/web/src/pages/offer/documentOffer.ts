import { offerFromWire, type WireOffer } from '@parley/protocol'
import { builtFor } from '../../services/builtFor.ts'
import { type DocumentOffer, drawn } from '../../services/documentData.ts'
import { fields, isHere, readDocument, recordOf, string, wireOffer } from '../../services/documentForm.ts'

interface OfferData extends Pick<DocumentOffer, 'names' | 'nowS'> {
  readonly offer: WireOffer
}

const form = fields({ offer: wireOffer, names: recordOf(string) })

/** The offer that the document of this page carries. Null for another one, and for an escrow that the page was not built for. */
export function documentOffer(): DocumentOffer | null {
  const data = readDocument((value): value is OfferData => form(value))
  if (!data || !isHere(data.offer.offerId) || !builtFor()?.escrows.some(({ address }) => address === data.offer.escrow))
    return null
  return (drawn.offer = { offer: offerFromWire(data.offer), names: data.names, nowS: data.nowS })
}
