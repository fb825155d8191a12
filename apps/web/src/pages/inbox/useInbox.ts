import { type Address, sameAddress } from '@parley/domain'
import type { InboxCounts, ReadableItem } from '@parley/protocol'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { blockedHere } from '../../features/offers/useBlocking.ts'
import { useUnwanted } from '../../features/offers/useOfferList.ts'
import { addressIn } from '../../services/drafts.ts'
import { useLive } from '../../services/queries.ts'
import { useSession } from '../../services/Session.ts'
import { createInboxStore, inboxApi, type InboxLine, type InboxStore } from '../../services/inboxStore.ts'
import { useKnownSession } from '../../services/signIn.ts'
import { openEventSource } from '../../services/tableLine.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { forgetHandedOver, type InboxList, useBrowserInbox } from './useBrowserInbox.ts'

export interface Inbox extends InboxList {
  readonly wallet: Address | null
  /** `server`: the same on every device. `browser`: derived from public lists or the chain, so without tables. */
  readonly source: 'server' | 'browser'
  readonly counts: InboxCounts
}

const line: InboxLine = { api: inboxApi, openStream: openEventSource, reopenAfterMs: 3_000 }

interface SharedInbox {
  readonly key: string
  readonly inbox: InboxStore
  /** Connects with the first user, and closes with the last. @returns leaves. */
  readonly join: () => () => void
}

/** One for each sign-in, shared by the bell and the page. */
let current: SharedInbox | null = null

function inboxFor(wallet: Address, expiresAt: number): SharedInbox {
  const key = `${wallet} ${expiresAt}`
  if (current?.key !== key) current = shareInbox(key, createInboxStore(line, wallet))
  return current
}

function shareInbox(key: string, inbox: InboxStore): SharedInbox {
  let users = 0
  let close = (): void => undefined
  const join = () => {
    users += 1
    if (users === 1) close = inbox.open()
    return () => {
      users -= 1
      if (users === 0) close()
    }
  }
  return { key, inbox, join }
}

/** Where rows are hidden, more are read up to this many others, and until the counts are known. */
const fewRows = 10
/** This many rows are read again by a reload. Behind more hidden ones, the server learns whom this browser blocks. */
const maxLooked = 500

const nobody = createInboxStore(line, '0x')

/** The connected wallet's inbox: the server's after sign-in, otherwise derived in the browser. */
export function useInbox(): Inbox {
  const wallet = useAccount()
  const session = useKnownSession()
  const { status: link } = useLive()
  const expiresAt = session?.expiresAt ?? 0
  const shared = useMemo(() => (wallet && expiresAt > 0 ? inboxFor(wallet, expiresAt) : null), [wallet, expiresAt])
  useEffect(() => shared?.join(), [shared])
  const state = useStore((shared?.inbox ?? nobody).store)
  const isServers = shared !== null && (state.access === 'open' || state.access === 'loading') && link !== 'away'
  const browser = useBrowserInbox(wallet, !isServers)
  const { isUnwanted, blocked } = useUnwanted()
  const page = useSession()
  const inbox = shared?.inbox
  const known = browser.readHere
  // Marks from before signing in, and from the swap page's lists, go to the server.
  useEffect(() => {
    if (!inbox || !isServers) return
    const read = state.items.filter((item) => !item.isRead && known(item)).map(({ id }) => id)
    if (read.length > 0) void inbox.markRead(read).then(() => forgetHandedOver(read))
  }, [inbox, isServers, state.items, known])
  const isHidden = ({ kind, subject, other }: ReadableItem): boolean =>
    kind !== 'offer-declined' &&
    subject.kind === 'offer' &&
    subject.role === 'recipient' &&
    isUnwanted({ id: subject.offerId, creator: other })
  const items = state.items.filter((item) => !isHidden(item))
  const [all, shown] = [countsOf(state.items), countsOf(items)]
  // Hidden rows must not keep others from the list, or add to the counts.
  const isUnsure =
    isServers &&
    items.length < state.items.length &&
    state.nextCursor !== null &&
    (items.length < fewRows || state.counts.needsYou > all.needsYou || state.counts.unread > all.unread)
  const isFlood = isUnsure && state.items.length >= maxLooked
  const flooders = isFlood ? blockedOf(state.items.filter(isHidden), blocked).join(' ') : ''
  useEffect(() => {
    if (flooders === '') return
    // The server counts their offers, so it has never heard of these blocks.
    void import('../../features/offers/tellBlock.lazy.ts').then(({ tellBlock }) => {
      for (const creator of flooders.split(' ').map(addressIn)) if (creator) void tellBlock(page, creator, blockedHere)
    })
  }, [flooders, page])
  const short = isUnsure && !isFlood ? state.items : null
  useEffect(() => {
    if (short) void inbox?.loadMore()
  }, [inbox, short])
  if (!isServers || !inbox) return { ...browser, wallet, source: 'browser', counts: countsOf(browser.items) }
  return {
    wallet,
    source: 'server',
    status: state.access === 'open' ? 'ready' : 'loading',
    items,
    hidden: state.items.flatMap((item) =>
      item.kind === 'offer-received' && item.act !== null && item.subject.kind === 'offer' && isHidden(item)
        ? [{ id: item.subject.offerId, creator: item.other }]
        : [],
    ),
    counts: {
      unread: Math.max(0, state.counts.unread - all.unread + shown.unread),
      needsYou: Math.max(0, state.counts.needsYou - all.needsYou + shown.needsYou),
    },
    hasMore: state.nextCursor !== null,
    missing: null,
    reload: inbox.reload,
    loadMore: inbox.loadMore,
    markRead: (ids) => void inbox.markRead(ids),
    markAllRead: () => void inbox.markAllRead(),
  }
}

/** Of these wallets, those whose items the server still counts. */
function blockedOf(items: readonly ReadableItem[], wallets: readonly Address[]): readonly Address[] {
  return wallets.filter((wallet) => items.some(({ needsYou, other }) => needsYou && sameAddress(other, wallet)))
}

function countsOf(items: readonly ReadableItem[]): InboxCounts {
  return {
    unread: items.filter(({ isRead }) => !isRead).length,
    needsYou: items.filter(({ needsYou }) => needsYou).length,
  }
}

/** Whether a page is about the item, so that opening it is reading it. */
export function isAbout({ subject }: ReadableItem, path: string): boolean {
  return path === (subject.kind === 'table' ? `/table/${subject.tableId}` : `/p2p/${subject.offerId}`)
}
