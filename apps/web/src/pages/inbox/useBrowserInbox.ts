import { ChainFailureError, readOwner } from '@parley/chain'
import {
  type Address,
  type ClaimedNfts,
  type InboxDecline,
  inboxOf,
  type MovedNfts,
  type Nft,
  nftKey,
  type Offer,
  type OfferId,
  product,
  sameAddress,
  statusOf,
} from '@parley/domain'
import type { ReadableItem } from '@parley/protocol'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { zeroAddress } from 'viem'
import { useStore } from 'zustand'
import { useSeenOffers } from '../../features/offers/incomingOffers.ts'
import type { HiddenOffer } from '../../features/offers/HiddenOffers.lazy.tsx'
import { type OfferList, useOfferList, useUnwanted } from '../../features/offers/useOfferList.ts'
import { useUserOffers } from '../../features/offers/userOffers.ts'
import { browserStorage, createSharedStore, fieldsOf, parseStored } from '../../services/browser.ts'
import { useChainTimeS } from '../../services/chainTime.ts'
import { queryKeys } from '../../services/queries.ts'
import { type Session, useSession } from '../../services/Session.ts'
import { memberApi } from '../../services/signIn.ts'
import { importOnce } from '../../ui/lazy.ts'
import type { Claims } from './claims.lazy.ts'

/** Marks kept; older ones belong to items that are gone. */
const maxMarks = 500

interface Marks {
  /** Older items that need no answer count as read. Unix seconds; 0 before the first look. */
  readonly sinceS: number
  readonly ids: readonly string[]
}

const marks = createSharedStore<Marks>(browserStorage, `${product.slug}-inbox-read`, {
  parse: (text) => {
    const kept = fieldsOf(parseStored(text))
    const [sinceS, ids] = [kept.get('sinceS'), kept.get('ids')]
    return {
      sinceS: typeof sinceS === 'number' ? sinceS : 0,
      ids: Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [],
    }
  },
  print: (kept) => JSON.stringify(kept),
})

function markRead(ids: readonly string[], nowS: number): void {
  marks.update(({ sinceS, ids: known }) => {
    const fresh = ids.filter((id) => !known.includes(id))
    return fresh.length === 0 && sinceS > 0
      ? { sinceS, ids: known }
      : { sinceS: sinceS || nowS, ids: [...fresh, ...known].slice(0, maxMarks) }
  })
}

/** An NFT that is back may leave again, which is to be read as well. */
function forgetRead(gone: (id: string) => boolean): void {
  marks.update((kept) => {
    const ids = kept.ids.filter((id) => !gone(id))
    return ids.length === kept.ids.length ? kept : { ...kept, ids }
  })
}

/** Of NFTs that moved, marks are forgotten once the server has them: it knows when one leaves again. */
export function forgetHandedOver(ids: readonly string[]): void {
  forgetRead((id) => id.startsWith('nft-moved:') && ids.includes(id))
}

/** Items, and what can be done with them. */
export interface InboxList {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly items: readonly ReadableItem[]
  /** Received offers that the user hid, or whose creator they blocked. */
  readonly hidden: readonly HiddenOffer[]
  readonly hasMore: boolean
  /** What may be missing. `all`: nothing could be read yet. `older`: received offers older than what was read of the chain. */
  readonly missing: 'all' | 'older' | null
  reload(): Promise<void>
  loadMore(): Promise<void>
  markRead(ids: readonly string[]): void
  markAllRead(): void
}

interface BrowserInbox extends InboxList {
  /** Whether an item was read in this browser. */
  readonly readHere: (item: Pick<ReadableItem, 'id'>) => boolean
}

/**
 * The inbox as this browser derives it (decision I1). It reads the server's public lists, or the chain while the server is
 * away. Tables are seen by their two people only, so they are missing. Marks are kept in this browser.
 */
export function useBrowserInbox(wallet: Address | null, isNeeded: boolean): BrowserInbox {
  const account = isNeeded ? wallet : null
  const received = useOfferList('recipient', account)
  const sent = useOfferList('creator', account)
  const all = useUserOffers(account)
  const { isUnwanted } = useUnwanted()
  const seen = useSeenOffers()
  const { sinceS, ids } = useStore(marks.store)
  const nowS = useChainTimeS()
  const { claims, offers: claimed } = useClaims(account)
  const lists = [received.status, sent.status]
  const areListed = lists.every((status) => status === 'ready')
  const known = newestOf([
    ...claimed,
    ...all.unreturned,
    // The two lists have all that are open: others were closed since this one was read.
    ...all.offers.filter(({ settlement }) => settlement !== null || !areListed),
    ...received.offers,
    ...sent.offers,
  ])
  const isHidden = (offer: Offer): boolean => !sameAddress(offer.creator, account ?? '0x') && isUnwanted(offer)
  const offers = known.filter((offer) => !isHidden(offer)).map((offer) => withoutClaimed(offer, claims.get(offer.id)))
  const declines = useDeclines(account)
  const { moved, held } = useMoved(offers, account, nowS)
  const readHere = useCallback(
    ({ id }: Pick<ReadableItem, 'id'>) => ids.includes(id) || seen.some((offer) => id === `offer-received:${offer}`),
    [ids, seen],
  )
  const items = !account
    ? []
    : inboxOf({ viewer: account, offers, declines, claims, moved, tables: [], chainS: nowS, serverS: nowS }).map(
        (item) => ({
          ...item,
          isRead: readHere(item) || (!item.needsYou && item.orderS < (sinceS || nowS)),
        }),
      )
  const back = ids.filter((id) => held.includes(id)).join(' ')
  useEffect(() => {
    if (back !== '') forgetRead((id) => back.split(' ').includes(id))
  }, [back])
  const isFirst = sinceS === 0 && sent.status === 'ready'
  useEffect(() => {
    if (isFirst) markRead([], nowS)
  }, [isFirst, nowS])
  return {
    // Closed offers too: an NFT that waits to be claimed belongs to one.
    status: [...lists, all.status].includes('loading')
      ? 'loading'
      : lists.every((status) => status === 'failed')
        ? 'failed'
        : sent.status,
    items,
    hidden: known.filter((offer) => offer.settlement === null && isHidden(offer)),
    hasMore: all.hasMore,
    missing: missingFrom([received, sent]),
    reload: async () => {
      await Promise.all([received.refresh(), sent.refresh(), all.refresh()])
    },
    loadMore: all.loadMore,
    markRead: (read) => markRead(read, nowS),
    markAllRead: () =>
      markRead(
        items.filter(({ isRead }) => !isRead).map(({ id }) => id),
        nowS,
      ),
    readHere,
  }
}

function missingFrom(lists: readonly Pick<OfferList, 'status' | 'doubt'>[]): InboxList['missing'] {
  if (lists.some(({ status, doubt }) => status !== 'ready' || doubt?.kind === 'kept')) return 'all'
  return lists.some(({ doubt }) => doubt?.kind === 'from-chain') ? 'older' : null
}

/** Keeps the last offer of each id. Lists of open ones may come from the chain while others are older. */
function newestOf(offers: readonly Offer[]): readonly Offer[] {
  return [...new Map(offers.map((offer) => [offer.id, offer])).values()]
}

type Declines = ReadonlyMap<OfferId, InboxDecline & { readonly atS: number }>

const noDeclines: Declines = new Map()

/** Reasons from the list; the recipient's own words come with a session only. */
function useDeclines(account: Address | null): Declines {
  const { data } = useQuery({
    queryKey: [...queryKeys.declines(account ?? '0x'), false],
    enabled: account !== null,
    queryFn: async () => (await memberApi.request('declines', { params: { address: account ?? '0x' } })).declines,
  })
  return useMemo(
    () =>
      data ? new Map(data.map(({ offerId, reason, text, at }) => [offerId, { reason, text, atS: at }])) : noDeclines,
    [data],
  )
}

const noClaims: Claims = { claims: new Map(), offers: [] }
const loadClaims = importOnce(() => import('./claims.lazy.ts'))

/** An account's claims of the last 30 days. */
function useClaims(account: Address | null): Claims {
  const session = useSession()
  const address = account ?? '0x'
  const { data } = useQuery({
    queryKey: queryKeys.claims(address),
    enabled: account !== null,
    queryFn: async ({ signal, client, queryKey }) => {
      const older = client.getQueryData<Claims>(queryKey) ?? noClaims
      return (await loadClaims()).readClaims(session, { address, older, signal })
    },
  })
  return data ?? noClaims
}

/** An offer without the NFTs that were claimed. A list may be older than the claim. */
function withoutClaimed(offer: Offer, claim: ClaimedNfts | undefined): Offer {
  if (!claim) return offer
  const claimed = new Set(claim.nfts.map(nftKey))
  return { ...offer, unreturned: offer.unreturned.filter((nft) => !claimed.has(nftKey(nft))) }
}

/** Each costs a call: more than this many are not checked. */
const maxChecked = 60

interface Moved {
  readonly moved: ReadonlyMap<string, MovedNfts>
  /** Items of offers whose NFTs are all where they should be. */
  readonly held: readonly string[]
}

/** Who holds an NFT. A burned one has no holder: its collection doesn't know it any more. */
async function readHolder(chain: Session['chain'], nft: Nft): Promise<Address> {
  return readOwner(chain, nft).catch((error: unknown) => {
    if (error instanceof ChainFailureError && error.failure.kind === 'reverted') return zeroAddress
    throw error
  })
}

/** NFTs of open offers that have left the recipient's wallet, or the escrow. */
function useMoved(offers: readonly Offer[], account: Address | null, nowS: number): Moved {
  const { chain } = useSession()
  const open = offers.filter((offer) => statusOf(offer, nowS) === 'active')
  const own = open.filter(({ creator }) => sameAddress(creator, account ?? '0x'))
  const wanted = [
    ...own.flatMap((offer) => offer.requested.map((nft) => ({ offer, nft, holders: [offer.recipient] }))),
    // A settled offer's may be in their new wallets before the lists say so.
    ...open.flatMap((offer) =>
      offer.offered.map((nft) => ({ offer, nft, holders: [offer.escrow, offer.creator, offer.recipient] })),
    ),
  ].slice(0, maxChecked)
  const owners = useQueries({
    queries: wanted.map(({ nft }) => ({
      queryKey: queryKeys.holder(nftKey(nft)),
      queryFn: () => readHolder(chain, nft),
    })),
    combine: (answers) => answers.map(({ data }) => data),
  })
  const moved = new Map<string, MovedNfts>()
  for (const [index, { offer, nft, holders }] of wanted.entries()) {
    const owner = owners[index]
    if (owner === undefined || holders.some((holder) => sameAddress(owner, holder))) continue
    moved.set(offer.id, { nfts: [...(moved.get(offer.id)?.nfts ?? []), nft], atS: null })
  }
  const unknown = new Set(wanted.filter((_, index) => owners[index] === undefined).map(({ offer }) => offer.id))
  const held = wanted
    .map(({ offer: { id } }) => id)
    .filter((id) => !moved.has(id) && !unknown.has(id))
    .map((id) => `nft-moved:${id}`)
  return { moved, held }
}
