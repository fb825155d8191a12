import type { Address } from '@parley/domain'
import type { InboxCounts, ReadableItem } from '@parley/protocol'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useUnwanted } from '../../features/offers/useOfferList.ts'
import { useLive } from '../../services/queries.ts'
import { createInboxStore, inboxApi, type InboxLine, type InboxStore } from '../../services/inboxStore.ts'
import { useKnownSession } from '../../services/signIn.ts'
import { openEventSource } from '../../services/tableLine.ts'
import { useAccount } from '../../services/walletConnection.ts'
import { type InboxList, useBrowserInbox } from './useBrowserInbox.ts'

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
  const { isUnwanted } = useUnwanted()
  const inbox = shared?.inbox
  const known = browser.readHere
  // Marks from before signing in, and from the swap page's lists, go to the server.
  useEffect(() => {
    if (!inbox || !isServers) return
    const read = state.items.filter((item) => !item.isRead && known(item)).map(({ id }) => id)
    if (read.length > 0) void inbox.markRead(read)
  }, [inbox, isServers, state.items, known])
  if (!isServers || !inbox) return { ...browser, wallet, source: 'browser', counts: countsOf(browser.items) }
  const isHidden = ({ kind, subject, other }: ReadableItem): boolean =>
    kind !== 'offer-declined' &&
    subject.kind === 'offer' &&
    subject.role === 'recipient' &&
    isUnwanted({ id: subject.offerId, creator: other })
  const hidden = countsOf(state.items.filter(isHidden))
  return {
    wallet,
    source: 'server',
    status: state.access === 'open' ? 'ready' : 'loading',
    items: state.items.filter((item) => !isHidden(item)),
    counts: {
      unread: Math.max(0, state.counts.unread - hidden.unread),
      needsYou: Math.max(0, state.counts.needsYou - hidden.needsYou),
    },
    hasMore: state.nextCursor !== null,
    reload: inbox.reload,
    loadMore: inbox.loadMore,
    markRead: (ids) => void inbox.markRead(ids),
    markAllRead: () => void inbox.markAllRead(),
  }
}

function countsOf(items: readonly ReadableItem[]): InboxCounts {
  return {
    unread: items.filter(({ isRead }) => !isRead).length,
    needsYou: items.filter(({ needsYou }) => needsYou).length,
  }
}

/** The page that settles an item, or shows what became of it. */
export function pathOf({ subject, act }: ReadableItem): string {
  if (subject.kind === 'table') return `/table/${subject.tableId}`
  return act === 'bring-home' || act === 'claim' ? '/escrow' : `/p2p/${subject.offerId}`
}

/** Whether a page is about the item, so that opening it is reading it. */
export function isAbout({ subject }: ReadableItem, path: string): boolean {
  return path === (subject.kind === 'table' ? `/table/${subject.tableId}` : `/p2p/${subject.offerId}`)
}
