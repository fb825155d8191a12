import { offerFromWire, type WireOffer } from '@parley/protocol'
import { builtFor } from '../../services/builtFor.ts'
import { documentData, type DocumentOffer, drawn } from '../../services/documentData.ts'

/**
 * The offer that the document of this page carries. Null for another offer, for one in an escrow that the page was not
 * built for, where anything in it is malformed, and for a document from the browser's cache, which may be of any age.
 */
export function documentOffer(idText: string): DocumentOffer | null {
  const id = idText.toLowerCase()
  const data = documentData('offer', id)
  if (!isRecord(data) || !isNames(data['names']) || !isWireOffer(data['offer'])) return null
  const [visit] = performance.getEntriesByType('navigation')
  if (visit && 'transferSize' in visit && visit.transferSize === 0) return null
  const { escrow, offerId } = data['offer']
  if (offerId !== id || !builtFor()?.escrows.some(({ address }) => address === escrow)) return null
  return (drawn.offer = { offer: offerFromWire(data['offer']), names: data['names'], nowS: Number(data['nowS']) })
}

function isNames(names: unknown): names is DocumentOffer['names'] {
  return isRecord(names) && Object.values(names).every((name) => typeof name === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const hash = /^0x[0-9a-f]{64}$/
const address = /^0x[0-9a-f]{40}$/i
const number = /^\d{1,78}$/
const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** What an offer's page reads of the API's offer. */
const fields: { readonly [Field in keyof WireOffer]?: RegExp } = {
  offerId: hash,
  escrow: address,
  creator: address,
  recipient: address,
  coinsOffered: number,
  coinsRequested: number,
  expiresAt: number,
  createdAt: time,
  status: /^(active|completed|cancelled)$/,
  completedBy: address,
  completedAt: time,
}
const lists: typeof fields = {
  nftContractsOffered: address,
  tokenIdsOffered: number,
  nftContractsRequested: address,
  tokenIdsRequested: number,
}

/** Whether a value is an offer of the API, as far as a first view reads it. The wire's own schema would bring zod. */
function isWireOffer(wire: unknown): wire is WireOffer {
  return (
    isRecord(wire) &&
    Object.entries(fields).every(
      ([field, form]) => isOf(form, wire[field]) || (wire[field] === null && field.startsWith('completed')),
    ) &&
    Object.entries(lists).every(([field, form]) => all(wire[field], (value) => isOf(form, value))) &&
    Object.entries(wire).every(([field, value]) => !field.endsWith('TxHash') || value === null || isOf(hash, value)) &&
    all(wire['unreturned'], (nft) => isRecord(nft) && isOf(address, nft['contract']) && isOf(number, nft['tokenId']))
  )
}

function isOf(form: RegExp, value: unknown): boolean {
  return typeof value === 'string' && form.test(value)
}

function all(values: unknown, isRight: (value: unknown) => boolean): boolean {
  return Array.isArray(values) && values.every(isRight)
}
