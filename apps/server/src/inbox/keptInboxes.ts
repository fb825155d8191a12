import type { Address } from '@parley/domain'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { prepareOwners } from '../holdings/ownerRows.ts'
import type { StoredOffer } from '../offers/storedOffer.ts'
import type { StoredTable } from '../tables/tableStore.ts'
import { bytesOf, deriveInbox, type DerivedInbox, inboxFrom, withTable } from './derivedInbox.ts'
import { createReadInboxNow } from './inboxNow.ts'
import { bytesOfPage, type FirstPage, firstPageOf } from './inboxPage.ts'
import { readTableSource } from './inboxSources.ts'
import { writeSince } from './inboxStore.ts'

/** A table as it is after a change, and the offers that it is about, by id. */
export interface ChangedTable {
  readonly stored: StoredTable
  readonly locks: ReadonlyMap<string, StoredOffer>
}

/** Inboxes in memory, for as long as nothing changes them. */
export interface KeptInboxes {
  current(wallet: Address): Promise<DerivedInbox>
  page(wallet: Address): Promise<FirstPage>
  /** What {@link page} would answer, where nothing has to be waited for. */
  pageNow(wallet: Address): FirstPage | null
  isOver(inbox: Pick<DerivedInbox, 'until'>): boolean
  forget(wallets: readonly Address[]): void
  forgetAll(): void
  /** Changes the inboxes of a table's people by that table alone. Deriving one again takes a dozen statements. */
  tableChanged(wallets: readonly Address[], read: () => Promise<ChangedTable>): void
  all(): readonly (readonly [Address, Kept])[]
}

interface Kept {
  /** Null where only the page was asked for. A text costs the garbage collector far less than what it was made of. */
  readonly inbox: Promise<DerivedInbox> | null
  /** Once it is derived. */
  readonly known: DerivedInbox | null
  /** Once it was asked for. */
  readonly page: FirstPage | null
}

const maxKept = 5_000
/** While it is derived. */
const pendingBytes = 1_000
/** Even where a note of another server was lost, an inbox is no older. */
const keptMs = 2 * 60_000
/** How often the clock is read for it. Each time sets a timer. */
const clockMs = 1_000

export function createKeptInboxes(
  db: Database,
  chainTimeS: () => number | null,
  { maxBytes }: { readonly maxBytes: number },
): KeptInboxes {
  const readOwners = prepareOwners(db)
  const kept = new LRUCache<Address, Kept>({
    max: maxKept,
    // lru-cache takes 0 as unlimited.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ inbox, known, page }) =>
      (page ? bytesOfPage(page) : 0) + (known ? bytesOf(known) : inbox ? pendingBytes : 0),
    ttl: keptMs,
    ttlResolution: clockMs,
  })
  const readNow = createReadInboxNow(db)

  const timesNow = () => {
    const serverS = Math.floor(Date.now() / 1000)
    return { chainS: chainTimeS() ?? serverS, serverS }
  }

  function isOver({ until }: Pick<DerivedInbox, 'until'>): boolean {
    const { chainS, serverS } = timesNow()
    return chainS >= until.chainS || serverS >= until.serverS
  }

  /** Null where it has to be waited for, or was never read before. */
  function deriveNow(wallet: Address): DerivedInbox | null {
    const rows = chainTimeS() === null ? null : readNow?.(wallet, timesNow())
    return rows?.since ? inboxFrom(rows) : null
  }

  /** Notes the time of a first reading, so that a new member doesn't wade through a month. */
  async function derive(wallet: Address): Promise<DerivedInbox> {
    const now = deriveNow(wallet)
    // Its rows aren't kept: they are read again as fast.
    if (now) return { ...now, from: null }
    const times = timesNow()
    const inbox = await deriveInbox(db.read, wallet, times)
    if (chainTimeS() === null || inbox.wasRead) return inbox
    await db.transact((tx) => writeSince(tx, wallet, times))
    return deriveInbox(db.read, wallet, times)
  }

  function keep(wallet: Address, inbox: Promise<DerivedInbox>): Promise<DerivedInbox> {
    const entry: Kept = { inbox, known: null, page: null }
    // A partial change doesn't make it younger.
    kept.set(wallet, entry, { noUpdateTTL: true })
    inbox.then(
      (known) => {
        // Another value, or the cache goes on counting it as pending.
        if (kept.peek(wallet) === entry) kept.set(wallet, { inbox, known, page: null }, { noUpdateTTL: true })
      },
      () => {
        if (kept.peek(wallet) === entry) kept.delete(wallet)
      },
    )
    return inbox
  }

  async function current(wallet: Address): Promise<DerivedInbox> {
    const known = await kept.get(wallet)?.inbox
    if (known && !isOver(known)) return known
    kept.delete(wallet)
    return keep(wallet, derive(wallet))
  }

  /** The page of an inbox in memory, kept with it. */
  function pageOfKept(wallet: Address, known: DerivedInbox): FirstPage {
    const entry = kept.peek(wallet)
    if (entry?.known !== known) return firstPageOf(known)
    const page = entry.page ?? firstPageOf(known)
    if (entry.page === null) kept.set(wallet, { ...entry, page }, { noUpdateTTL: true })
    return page
  }

  return {
    current,
    async page(wallet) {
      return pageOfKept(wallet, await current(wallet))
    },
    pageNow(wallet) {
      const entry = kept.get(wallet)
      if (entry?.page && !isOver(entry.page)) return entry.page
      if (entry?.inbox && !entry.known) return null
      if (entry?.known && !isOver(entry.known)) return pageOfKept(wallet, entry.known)
      const inbox = deriveNow(wallet)
      kept.delete(wallet)
      if (!inbox) return null
      const page = firstPageOf(inbox)
      kept.set(wallet, { inbox: null, known: null, page })
      return page
    },
    isOver,
    forget(wallets) {
      for (const wallet of wallets) kept.delete(wallet)
    },
    forgetAll: () => kept.clear(),
    tableChanged(wallets, read) {
      let reading: ReturnType<typeof readTableSource> | null = null
      const readOnce = () =>
        (reading ??= read().then(({ stored, locks }) => readTableSource(readOwners, stored, locks)))
      for (const wallet of wallets) {
        const inbox = kept.get(wallet)?.inbox
        if (!inbox) {
          kept.delete(wallet)
          continue
        }
        // In this order: of two changes the later one is read later.
        const changed = inbox.then(async (before) => withTable(before, await readOnce(), timesNow()) ?? derive(wallet))
        void keep(wallet, changed)
      }
    },
    all: () => [...kept.entries()],
  }
}
