import { type Nft, nftKey } from '@parley/domain'
import { isoTime, offerToWire } from '@parley/protocol'
import type { Context } from '../context.ts'
import type { Handler, Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { LogConsumer } from '../indexer/logConsumer.ts'
import { shareInFlight, within } from '../lib/async.ts'
import { failureText } from '../log.ts'
import { createOfferFinder, type OfferFinder, olderError, unknownOfferError } from './createOfferFinder.ts'
import { countMissing, offerConsumer, OffersMissingError } from './offerConsumer.ts'
import { createHintLimiter, patchOffer, recordOffer } from './offerHints.ts'
import { type ChangeCounts, createChangeCounter, type OfferParts } from './offerParts.ts'
import {
  counterpartiesOf,
  countOffers,
  type CreationPlace,
  expiredOffers,
  offersOf,
  openOffers,
  swapsOf,
  swapsOfCollection,
  unreturnedOffers,
} from './offerStore.ts'
import { fixCompleted, reconcileWithChain, skipOfferLogs, walkOffers } from './reconcileWithChain.ts'
import type { StoredOffer } from './storedOffer.ts'

type OfferRoutes =
  | 'syncOffers'
  | 'fixCompleted'
  | 'offersByCreator'
  | 'offersByRecipient'
  | 'offersByUser'
  | 'expiredByCreator'
  | 'offer'
  | 'recordOffer'
  | 'patchOffer'
  | 'nftSwaps'
  | 'counterparties'
  | 'collectionSwaps'

/** The handlers of all routes about offers. */
export function offerHandlers(
  parts: OfferParts,
  { indexer, finder }: { indexer: Pick<Indexer, 'status' | 'catchUp'>; finder: OfferFinder },
): Pick<Handlers, OfferRoutes> {
  const limiter = createHintLimiter(parts.context.config.rateLimits)
  const record = recordOffer(finder)
  const patch = patchOffer(parts, finder)
  return {
    syncOffers: syncOffers(parts, indexer),
    fixCompleted: fixCompletedOffers(parts),
    ...listOffers(parts.context, indexer),
    offer: oneOffer(finder),
    nftSwaps: swapsOfNft(parts.context),
    counterparties: async ({ params }) => ({
      status: 200,
      body: { success: true, counterparties: await counterpartiesOf(parts.context.db.readIndex, params.address) },
      about: params.address,
    }),
    collectionSwaps: lastSwaps(parts.context),
    recordOffer: (input) => limiter.pass(input.request.network, () => record(input)),
    patchOffer: (input) => limiter.pass(input.request.network, () => patch(input)),
  }
}

/** `GET /api/swap-offers/{offerId}`, by id or by the creating transaction's hash (decision C3). */
function oneOffer(finder: OfferFinder): Handler<'offer'> {
  return async ({ params, request }) => {
    const found = await finder.find(params.offerId, request.network)
    switch (found.kind) {
      case 'offer':
        return { status: 200, body: { success: true, offer: offerToWire(found.offer) }, about: found.offer.id }
      case 'pending':
        return { status: 202, body: { success: true, pending: true, txHash: params.offerId } }
      case 'older':
        throw olderError()
      case 'nothing':
        throw unknownOfferError()
    }
  }
}

const maxSwaps = 50

/** `GET /api/nft/{contract}/{tokenId}/swaps`: an NFT's history here. */
function swapsOfNft({ db }: Context): Handler<'nftSwaps'> {
  return async ({ params: { contract, tokenId } }) => {
    const nft = { contract, tokenId: BigInt(tokenId) }
    const offers = await swapsOf(db.readIndex, nft, maxSwaps + 1)
    const swaps = offers.slice(0, maxSwaps).map(({ id, creator, recipient, offered, settlement }) => {
      const wasOffered = offered.some((one) => nftKey(one) === nftKey(nft))
      const [from, to] = wasOffered ? [creator, recipient] : [recipient, creator]
      const at = settlement?.atS ?? null
      return { offerId: id, from, to, at: at === null ? null : isoTime(at), txHash: settlement?.txHash ?? null }
    })
    return { status: 200, body: { success: true, swaps, hasMore: offers.length > maxSwaps } }
  }
}

/** A line each on a page: more would be a market's history, which this isn't. */
const maxLastSwaps = 10

/** `GET /api/collections/{address}/swaps`: what a collection's NFTs were last swapped for here. */
function lastSwaps({ db }: Context): Handler<'collectionSwaps'> {
  const side = (nfts: readonly Nft[], wei: bigint) => ({
    nfts: nfts.map(({ contract, tokenId }) => ({ contract, tokenId: String(tokenId) })),
    coins: String(wei),
  })
  return async ({ params: { address } }) => {
    const offers = await swapsOfCollection(db.readIndex, address, maxLastSwaps)
    const swaps = offers.map(({ id, offered, requested, coins, settlement }) => {
      const at = settlement?.atS ?? null
      return {
        offerId: id,
        at: at === null ? null : isoTime(at),
        offered: side(offered, coins.offeredWei),
        requested: side(requested, coins.requestedWei),
      }
    })
    return { status: 200, body: { success: true, swaps } }
  }
}

const defaultLimit = 50

type Lists = 'offersByCreator' | 'offersByRecipient' | 'offersByUser' | 'expiredByCreator'

/** The lists of offers, straight from the index (decision A2). */
function listOffers({ db }: Context, indexer: Pick<Indexer, 'status'>): Pick<Handlers, Lists> {
  return {
    offersByCreator: async ({ params }) => ({
      ...listed(await openOffers(db.readIndex, 'creator', params.address)),
      about: params.address,
    }),
    offersByRecipient: async ({ params }) => ({
      ...listed(await openOffers(db.readIndex, 'recipient', params.address)),
      about: params.address,
    }),
    expiredByCreator: async ({ params }) => {
      // Chain time decides (decision K4); this server's own clock only until the chain has been heard.
      const nowS = indexer.status().head?.timeS ?? Math.floor(Date.now() / 1000)
      return listed(await expiredOffers(db.readIndex, params.address, nowS))
    },
    offersByUser: async ({ params, query }) => {
      const limit = query.limit === undefined ? defaultLimit : Number(query.limit)
      const before = query.cursor === undefined ? null : readCursor(query.cursor)
      const [offers, counts, unreturned] = await Promise.all([
        offersOf(db.readIndex, params.address, { before, limit: limit + 1 }),
        countOffers(db.readIndex, params.address),
        unreturnedOffers(db.readIndex, params.address),
      ])
      const last = offers[limit - 1]
      const nextCursor = offers.length > limit && last ? writeCursor(last) : null
      return {
        status: 200,
        body: {
          success: true,
          offers: offers.slice(0, limit).map(offerToWire),
          nextCursor,
          counts,
          unreturned: unreturned.map(offerToWire),
        },
        about: params.address,
      }
    },
  }
}

function listed(offers: readonly StoredOffer[]) {
  return { status: 200 as const, body: { success: true as const, offers: offers.map(offerToWire) } }
}

/** Where the next page of offers begins: the place of the last offer of the page before. */
export function writeCursor({ createdBlock, createdLogIndex }: CreationPlace): string {
  return `${createdBlock}.${createdLogIndex}`
}

/** @throws {HttpError} 400 for a text that {@link writeCursor} did not write. */
export function readCursor(text: string): CreationPlace {
  const [, block, logIndex] = /^([0-9]{1,15})\.([0-9]{1,9})$/.exec(text) ?? []
  if (block === undefined || logIndex === undefined)
    throw new HttpError(400, 'not a cursor of this list', { field: 'cursor' })
  return { createdBlock: Number(block), createdLogIndex: Number(logIndex) }
}

/** How long a request waits for a run that goes on without it; asking again then joins the run. */
const patienceMs = 45_000

/**
 * `GET /api/swap-offers/sync`: catches up, or with `?fromBlock=0` rereads all offers (decision C5). Concurrent calls
 * share one run and its result.
 */
export function syncOffers(parts: OfferParts, indexer: Pick<Indexer, 'catchUp'>): Handler<'syncOffers'> {
  const counting = (work: () => Promise<void>) => async (): Promise<ChangeCounts> => {
    const before = parts.counter.since()
    await work()
    return parts.counter.since(before)
  }
  const plain = shareInFlight(counting(() => indexer.catchUp()))
  const whole = shareInFlight(
    counting(async () => {
      await indexer.catchUp()
      await walkOffers(parts)
    }),
  )
  return async ({ query }) => {
    const details = await inTime(query.fromBlock === undefined ? plain() : whole())
    return { status: 200, body: { success: true, details: { ...details } } }
  }
}

/** `GET /api/swap-offers/fix-completed`: reads every offer held open again. */
function fixCompletedOffers(parts: OfferParts): Handler<'fixCompleted'> {
  const run = shareInFlight(() => fixCompleted(parts))
  return async () => ({ status: 200, body: { success: true, ...(await inTime(run())) } })
}

async function inTime<T extends object>(run: Promise<T>): Promise<T> {
  const outcome = await within(run, patienceMs, null)
  if (outcome === null) throw new HttpError(503, 'still reading the chain: ask again', { retryAfterS: 5 })
  return outcome
}

/** The server's offers: index and routes. */
export interface Offers {
  readonly consumers: readonly LogConsumer[]
  readonly finder: OfferFinder
  handlers(indexer: Pick<Indexer, 'status' | 'catchUp'>): Pick<Handlers, keyof ReturnType<typeof offerHandlers>>
}

export function createOffers(context: Context): Offers {
  const parts: OfferParts = { context, counter: createChangeCounter() }
  const finder = createOfferFinder(parts)
  const { escrows } = context.config.deployment
  const beside = (work: Promise<unknown>) => {
    work.catch((error: unknown) => context.log.warn({ reason: failureText(error) }, 'offers could not be read again'))
  }
  return {
    consumers: escrows.map((deployment) =>
      offerConsumer(deployment, {
        counter: parts.counter,
        escrows: escrows.map(({ address }) => address),
        skipUnavailableLogs: skipOfferLogs(parts, deployment, () => beside(fixCompleted(parts))),
        async fillGap() {
          await walkOffers(parts)
          await fixCompleted(parts)
          const missing = await countMissing(context.db.read, deployment.address)
          if (missing > 0) throw new OffersMissingError(missing)
        },
        recheck: () => beside(fixCompleted(parts)),
        doubt: (offers) => beside(reconcileWithChain(parts, offers)),
      }),
    ),
    finder,
    handlers: (indexer) => offerHandlers(parts, { indexer, finder }),
  }
}
