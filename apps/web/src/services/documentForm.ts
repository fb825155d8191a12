import { documentData, drawn } from './documentData.ts'

/** Whether a value has a form. */
type Form = (value: unknown) => boolean

export const text =
  (form: RegExp): Form =>
  (value) =>
    typeof value === 'string' && form.test(value)

const hash = text(/^0x[0-9a-f]{64}$/)
export const address = text(/^0x[0-9a-f]{40}$/i)
const digits = text(/^\d{1,78}$/)
/** A day, or a moment of one. */
export const time = text(/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/)
export const count: Form = (value) => Number.isSafeInteger(value) && Number(value) >= 0
export const string = text(/^/)
export const nullable =
  (form: Form): Form =>
  (value) =>
    value === null || form(value)
export const list =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(form)
export const recordOf =
  (form: Form): Form =>
  (value) =>
    isRecord(value) && Object.values(value).every(form)
export const fields =
  (forms: Readonly<Record<string, Form>>): Form =>
  (value) =>
    isRecord(value) && Object.entries(forms).every(([field, form]) => form(value[field]))

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

export const nft = fields({ contract: address, tokenId: digits })

/** What a first view reads of the API's offer. */
export const wireOffer = fields({
  offerId: hash,
  escrow: address,
  creator: address,
  recipient: address,
  coinsOffered: digits,
  coinsRequested: digits,
  expiresAt: digits,
  createdAt: time,
  createdTxHash: hash,
  status: text(/^(active|completed|cancelled)$/),
  completedBy: nullable(address),
  completedAt: nullable(time),
  completedTxHash: nullable(hash),
  nftContractsOffered: list(address),
  tokenIdsOffered: list(digits),
  nftContractsRequested: list(address),
  tokenIdsRequested: list(digits),
  unreturned: list(nft),
})

/** Whether the page's path ends with an id or address. */
export function isHere(subject: string): boolean {
  return window.location.pathname.toLowerCase().endsWith(`/${subject.toLowerCase()}`)
}

/**
 * What the document carries for a page, with the document's chain time kept for what is drawn. The wire's own schemas would bring
 * zod.
 *
 * @param isRight whether the data have the form that the page reads.
 */
export function readDocument<Data>(isRight: (data: unknown) => data is Data): Data | null {
  const data = documentData(window.location.pathname)?.data
  if (!isRecord(data) || !Number.isFinite(data['nowS']) || !isRight(data)) return null
  drawn.nowS = Number(data['nowS'])
  return data
}
