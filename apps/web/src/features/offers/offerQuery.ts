import {
  ChainFailureError,
  hasSameTerms,
  offerIdFromReceipt,
  type OfferOnChain,
  readOfferState,
  readOfferTerms,
} from '@parley/chain'
import type { Offer, OfferId, Settlement } from '@parley/domain'
import { ApiError, offerFromWire, type WireOffer, isBuiltFor } from '@parley/protocol'
import { queryOptions } from '@tanstack/react-query'
import { zeroHash } from 'viem'
import { rememberOffers } from './offersQuery.ts'
import type { Session } from '../../services/Session.ts'
import { readChainTime } from '../../services/chainTime.ts'
import { queryKeys } from '../../services/queries.ts'
import { getTransactionReceipt } from 'viem/actions'

type OfferAnswer =
  | { readonly kind: 'found'; readonly offer: Offer }
  | { readonly kind: 'pending' }
  | { readonly kind: 'unknown' }

const idForm = /^0x[0-9a-f]{64}$/i

export function isOfferIdText(text: string): boolean {
  return idForm.test(text)
}

/** One offer from the index; from the chain where the index is away or does not know it yet. */
export function offerQuery(session: Session, idText: string) {
  return queryOptions({
    queryKey: queryKeys.offer(idText),
    queryFn: async ({ signal }): Promise<OfferAnswer> => {
      try {
        const answer = await session.api.request('offer', { params: { offerId: idText }, signal })
        if ('pending' in answer) return { kind: 'pending' }
        if (await isAsked(session, idText, answer.offer)) {
          rememberOffers(session.storage, [answer.offer])
          return { kind: 'found', offer: offerFromWire(answer.offer) }
        }
        throw new OtherOfferError()
      } catch (error) {
        if (signal.aborted) throw error
        const found = await fromChain(session, idText)
        if (found) return { kind: 'found', offer: found }
        if (error instanceof ApiError && error.status === 404) return { kind: 'unknown' }
        throw error
      }
    },
  })
}

/** The server told of another offer than was asked for. */
class OtherOfferError extends Error {
  override readonly name = 'OtherOfferError'
}

/**
 * Whether an answer is about the requested id, or about a transaction that created the offer according to the chain.
 * Offers in unknown escrows don't count.
 */
async function isAsked(session: Session, idText: string, { offerId, escrow }: WireOffer): Promise<boolean> {
  if (!isBuiltFor(session.config, escrow)) return false
  const asked = hashOf(idText)
  return offerId === asked || (await termsByTransaction(session, escrow, asked))?.id === offerId
}

function hashOf(idText: string): OfferId {
  return `0x${idText.slice(2).toLowerCase()}`
}

async function fromChain(session: Session, idText: string): Promise<Offer | null> {
  const text = hashOf(idText)
  for (const { address } of session.config.escrows) {
    const terms = (await termsOf(session, address, text)) ?? (await termsByTransaction(session, address, text))
    if (terms) return offerOf(terms, terms.isActive ? null : await settlementOf(session, terms))
  }
  return null
}

async function termsByTransaction(
  session: Session,
  escrow: Offer['escrow'],
  hash: OfferId,
): Promise<OfferOnChain | null> {
  try {
    const receipt = await getTransactionReceipt(session.chain, { hash })
    const id = offerIdFromReceipt(receipt, escrow)
    return id === hash ? null : await termsOf(session, escrow, id)
  } catch {
    // No such transaction, or no answer: either way there is no offer.
    return null
  }
}

async function termsOf({ chain }: Session, escrow: Offer['escrow'], id: OfferId): Promise<OfferOnChain | null> {
  try {
    return await readOfferTerms(chain, escrow, id)
  } catch (error) {
    if (error instanceof ChainFailureError) return null
    throw error
  }
}

/** Only the recipient completes an offer; who cancelled it, and when, the escrow does not keep. */
async function settlementOf({ chain }: Session, { escrow, id, recipient }: OfferOnChain): Promise<Settlement> {
  const state = await readOfferState(chain, escrow, id)
  return state === 'completed'
    ? { kind: 'completed', by: recipient, txHash: null, atS: null }
    : { kind: 'cancelled', by: null, txHash: null, atS: null }
}

/** What the escrow tells of an offer; when and by which transaction it was made stands in its log only. */
function offerOf({ isActive: _, block: __, ...terms }: OfferOnChain, settlement: Settlement | null): Offer {
  return { ...terms, settlement, unreturned: [], createdAtS: 0, createdTxHash: zeroHash }
}

/** What the visitor's own connection says of the offer (decision C6). */
export type ChainWord =
  | { readonly state: 'reading' | 'unreadable' }
  | { readonly state: 'agrees'; readonly block: bigint }
  /** Server and chain differ: Accept is blocked, and what is shown is the chain's. */
  | { readonly state: 'differs'; readonly block: bigint; readonly terms: ChainTerms }

type ChainTerms = Pick<Offer, 'creator' | 'recipient' | 'offered' | 'requested' | 'coins' | 'expiresAtS' | 'settlement'>

/** Compares the offer on the screen with the escrow's own word: its terms, and whether it is open, swapped or ended. */
export function chainWordQuery(session: Session, offer: Offer | null) {
  const { chain } = session
  return queryOptions({
    queryKey: [...queryKeys.offerOnChain(offer?.id ?? ''), offer?.settlement?.kind ?? 'open'] as const,
    queryFn: async (): Promise<ChainWord> => {
      if (!offer) return { state: 'reading' }
      // With the chain's own time: whether the offer has expired is decided here, too.
      const [found] = await Promise.all([
        readOfferTerms(chain, offer.escrow, offer.id),
        readChainTime(session).catch(() => undefined),
      ])
      const { block, isActive, creator, recipient, offered, requested, coins, expiresAtS } = found
      const ended = isActive ? null : await settlementOf(session, found)
      const isSameEnd = ended?.kind === offer.settlement?.kind
      if (hasSameTerms(offer, found) && isSameEnd) return { state: 'agrees', block }
      const settlement = isSameEnd ? offer.settlement : ended
      const terms = { creator, recipient, offered, requested, coins, expiresAtS, settlement }
      return { state: 'differs', block, terms }
    },
    // The chain's word is read for every look at the page.
    staleTime: 0,
  })
}
