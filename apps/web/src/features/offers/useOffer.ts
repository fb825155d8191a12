import type { Offer, OfferId, Settlement } from '@parley/domain'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession, type Session } from '../../services/Session.ts'
import {
  ChainFailureError,
  hasSameTerms,
  offerIdFromReceipt,
  type OfferOnChain,
  readOfferState,
  readOfferTerms,
} from '@parley/chain'
import { ApiError, offerFromWire, type WireOffer, isBuiltFor } from '@parley/protocol'
import { zeroHash } from 'viem'
import { rememberOffers } from './offersQuery.ts'
import { type DocumentOffer, drawn } from '../../services/documentData.ts'
import { queryKeys } from '../../services/queries.ts'
import { getTransactionReceipt } from 'viem/actions'

export interface OfferView {
  /** `pending`: a transaction hash that is not mined yet. `moved`: the text was a transaction hash; go to `movedTo`. */
  readonly status: 'loading' | 'ready' | 'malformed' | 'not-found' | 'pending' | 'moved' | 'failed'
  /** With the chain's own terms where those differ. */
  readonly offer: Offer | null
  /** As the server tells of it. */
  readonly told: Offer | null
  readonly movedTo: OfferId | null
  /** As the document tells of it. */
  readonly carried: DocumentOffer | null
  /** What the visitor's own connection says (decision C6). `differs` blocks Accept. */
  readonly chain: OnChainCheck
  refresh(): Promise<void>
}

/** One offer by its id, or by the hash of the creating transaction (decision C3). */
export function useOffer(idText: string): OfferView {
  const session = useSession()
  const wellFormed = isOfferIdText(idText)
  // What the document says, until the server has answered.
  const [carried] = useState(() => (drawn.offer?.offer.id === idText.toLowerCase() ? drawn.offer : null))
  const query = useQuery({
    ...offerQuery(session, idText),
    enabled: wellFormed,
    ...(carried && { placeholderData: { kind: 'found' as const, offer: carried.offer } }),
  })
  const offer = query.data?.kind === 'found' ? query.data.offer : null
  const word = useOnChainCheck(offer)
  const moved = offer !== null && offer.id !== idText.toLowerCase()
  return {
    status: !wellFormed
      ? 'malformed'
      : query.isPending
        ? 'loading'
        : query.isError
          ? 'failed'
          : moved
            ? 'moved'
            : statusNames[query.data.kind],
    offer: offer && withTerms(offer, word.chain),
    told: offer,
    movedTo: moved ? offer.id : null,
    carried,
    chain: word.chain,
    refresh: async () => {
      await query.refetch()
      if (offer) await word.refresh()
    },
  }
}

/** What the visitor's own connection says of an offer (decision C6). */
export function useOnChainCheck(offer: Offer | null): { readonly chain: OnChainCheck; refresh(): Promise<void> } {
  const session = useSession()
  const { data, isError, refetch } = useQuery({ ...onChainCheckQuery(session, offer), enabled: offer !== null })
  return {
    chain: data ?? { state: isError ? 'unreadable' : 'reading' },
    refresh: async () => {
      await refetch()
    },
  }
}

/** The offer as a page shows it: by the chain's terms where they differ from the server's. */
export function withTerms(offer: Offer, chain: OnChainCheck): Offer {
  return chain.state === 'differs' ? { ...offer, ...chain.terms } : offer
}

const statusNames = { found: 'ready', pending: 'pending', unknown: 'not-found' } as const

type OfferAnswer =
  | { readonly kind: 'found'; readonly offer: Offer }
  | { readonly kind: 'pending' }
  | { readonly kind: 'unknown' }

const idForm = /^0x[0-9a-f]{64}$/i

function isOfferIdText(text: string): boolean {
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
        await session.live.readTime(session.chain)
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
 * Whether an answer is about the requested id, or about the transaction that created it.
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

/** An offer as the escrow tells of it. Only the log knows when and by which transaction it was made. */
export function offerOf({ isActive: _, block: __, ...terms }: OfferOnChain, settlement: Settlement | null): Offer {
  return { ...terms, settlement, unreturned: [], createdAtS: 0, createdTxHash: zeroHash }
}

/** What the visitor's own connection says of the offer (decision C6). */
export type OnChainCheck =
  | { readonly state: 'reading' | 'unreadable' }
  | { readonly state: 'agrees'; readonly block: bigint }
  /** Server and chain differ: Accept is blocked, and what is shown is the chain's. */
  | { readonly state: 'differs'; readonly block: bigint; readonly terms: ChainTerms }

type ChainTerms = Pick<Offer, 'creator' | 'recipient' | 'offered' | 'requested' | 'coins' | 'expiresAtS' | 'settlement'>

/** Compares the offer on the screen with the escrow's: its terms, and whether it is open. */
export function onChainCheckQuery(session: Session, offer: Offer | null) {
  const { chain } = session
  return queryOptions({
    queryKey: [...queryKeys.offerOnChain(offer?.id ?? ''), offer?.settlement?.kind ?? 'open'] as const,
    queryFn: async (): Promise<OnChainCheck> => {
      if (!offer) return { state: 'reading' }
      // With the chain's own time: whether the offer has expired is decided here, too.
      const [found] = await Promise.all([readOfferTerms(chain, offer.escrow, offer.id), session.live.readTime(chain)])
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
