import { type Address, type DeclineReason, type OfferId, sameDeal, type Seat, type TableDeal } from '@parley/domain'
import {
  dealFromWire,
  dealToWire,
  tableEventsPath,
  type TableHead,
  type WireEntry,
  type WireTable,
} from '@parley/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TableDraft } from './tableDrafts.ts'
import {
  failureOf,
  listen,
  mergeHeads,
  type MoveFailure,
  seatOf,
  type TableAccess,
  type TableLine,
} from './tableLine.ts'

export type TableLink = 'connecting' | 'live' | 'away'

export interface TableStoreState {
  readonly access: TableAccess
  readonly link: TableLink
  /** The newest that is known, with its whole log. */
  readonly table: WireTable | null
  /** Who sits at it. */
  readonly here: Readonly<Record<Seat, boolean>>
  readonly draft: TableDraft | null
  /** Moves under way. */
  readonly sending: number
}

export interface TableStore {
  readonly store: StoreApi<TableStoreState>
  readonly as: Address
  /** Sits down: connects, and stays connected. @returns leaves. */
  sit(): () => void
  reload(): Promise<void>
  /** Keeps what is being put together; null drops it. */
  setDraft(deal: TableDeal | null): void
  /** The words that go with the draft. */
  setNote(note: string): void
  /** Each resolves with null once the move is made. Moves wait for the ones before them. */
  lay(deal: TableDeal, options: { base: number; note?: string; isReady: boolean }): Promise<MoveFailure | null>
  /** Changes the newest version that is known at the time, without a tick. What does not arrive stays as a draft. */
  change(edit: (deal: TableDeal) => TableDeal): Promise<MoveFailure | null>
  tick(version: number, isReady: boolean): Promise<MoveFailure | null>
  decline(version: number, reason: DeclineReason, text: string): Promise<MoveFailure | null>
  withdraw(version: number): Promise<MoveFailure | null>
  say(text: string): Promise<MoveFailure | null>
  pass(version: number, locker: Seat): Promise<MoveFailure | null>
  lock(version: number, offerId: OfferId): Promise<MoveFailure | null>
  leave(): Promise<MoveFailure | null>
}

/** One table as a wallet sees it: the server's answers, merged by number, and the unsent draft. */
export function createTableStore(line: TableLine, as: Address, tableId: string): TableStore {
  const store = createStore<TableStoreState>(() => ({
    access: 'loading',
    link: 'connecting',
    table: null,
    here: { opener: false, guest: false },
    draft: line.drafts?.read(as, tableId) ?? null,
    sending: 0,
  }))
  store.subscribe(({ draft }, before) => draft !== before.draft && line.drafts?.write(as, tableId, draft))
  const { api } = line
  const at = { params: { tableId }, query: { as } }
  /** The draft that this page sent last. */
  let sentDraft: TableDraft | null = null
  const take = (head: TableHead, log: readonly WireEntry[]): void => {
    const { table: before, draft } = store.getState()
    const table = mergeTable(before, head, log)
    const { number, by, deal } = table.version
    // A version sent without an answer may have arrived. Later edits stay. A draft that was just started from one's own
    // version has the same terms, but isn't newer.
    const isLaid =
      draft &&
      number > draft.base &&
      by === seatOf(table, as) &&
      (sentDraft === null || draft === sentDraft) &&
      sameDeal(draft.deal, dealFromWire(deal))
    store.setState({ access: 'open', table, ...(isLaid && { draft: null }) })
  }
  const fail = (error: unknown): MoveFailure => {
    const failure = failureOf(error)
    if (failure === 'signed-out' || failure === 'other-wallet') store.setState({ access: failure })
    if (failure === 'no-such-table') store.setState({ access: 'not-found' })
    return failure
  }
  let seated = 0
  let reading: Promise<void> | null = null
  const reload = (): Promise<void> => {
    reading ??= api
      .request('table', at)
      .then(({ table }) => take(table, table.log))
      .catch((error: unknown) => {
        const failure = fail(error)
        // The stream tells whether the server is away. Where it lives, what was missed is read later.
        const { link, access } = store.getState()
        if (failure === 'offline' && link === 'live' && seated > 0) setTimeout(() => void reload(), line.reopenAfterMs)
        else if (failure === 'offline') store.setState({ link: 'away' })
        if (access === 'loading') store.setState({ access: 'failed' })
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  /** Lines may have been missed; whatever is being read now may be older than this event. */
  const hear = (head: TableHead, log: readonly WireEntry[]): void => {
    take(head, log)
    if (!isWhole()) void (reading ?? Promise.resolve()).then(() => (isWhole() ? undefined : reload()))
  }
  const isWhole = (): boolean => {
    const { table } = store.getState()
    return !table || table.log.length >= table.entries
  }
  let last: Promise<unknown> = Promise.resolve()
  /** The answer to a move needs no lines that are here already. */
  const logAfter = (): number => (isWhole() ? (store.getState().table?.entries ?? 0) : 0)
  const send = (move: () => Promise<{ table: WireTable }>): Promise<MoveFailure | null> => {
    const made = last.then(async () => {
      try {
        const { table } = await move()
        hear(table, table.log)
        return null
      } catch (error) {
        const failure = fail(error)
        // The newest version is needed to see what changed.
        if (failure === 'changed' || failure === 'dead-version' || failure === 'locked') await reload()
        return failure
      } finally {
        store.setState(({ sending }) => ({ sending: sending - 1 }))
      }
    })
    last = made
    // After the move: drawing that it is under way would hold it up.
    store.setState(({ sending }) => ({ sending: sending + 1 }))
    return made
  }
  const lay: TableStore['lay'] = (deal, { base, note = '', isReady }) =>
    send(() =>
      api.request('layVersion', { ...at, body: { base, deal: dealToWire(deal), note, isReady, logAfter: logAfter() } }),
    )
  return {
    store,
    as,
    sit: () => {
      seated += 1
      void reload()
      const close = listen(line, `${tableEventsPath}?${new URLSearchParams({ as, table: tableId })}`, {
        onEvent: (event) => {
          if (event.type === 'hello') store.setState({ link: 'live', ...(event.here && { here: event.here }) })
          if (event.type === 'hello') {
            if (event.table) take(event.table, event.table.log)
            // A long log comes without the greeting, and a read that is under way may be older.
            else void (reading ?? Promise.resolve()).then(reload)
          }
          if (event.type === 'table' && event.table.tableId === tableId) hear(event.table, event.log)
          if (event.type === 'presence' && event.tableId === tableId) {
            const { here, seen } = event
            store.setState(({ table }) => ({ here, table: table && { ...table, seen } }))
          }
          if (event.type === 'signed-out') store.setState({ access: 'signed-out' })
        },
        onAway: () => store.setState({ link: 'away' }),
        mayReopen: async () => {
          await reload()
          const { access } = store.getState()
          return access !== 'signed-out' && access !== 'other-wallet' && access !== 'not-found'
        },
      })
      return () => {
        seated -= 1
        close()
      }
    },
    reload,
    setDraft: (deal) =>
      store.setState(({ table, draft }) => ({
        draft: deal && { base: draft?.base ?? table?.version.number ?? 0, deal, note: draft?.note ?? '' },
      })),
    setNote: (note) => store.setState(({ draft }) => ({ draft: draft && { ...draft, note } })),
    lay: async (deal, options) => {
      const sent = store.getState().draft
      sentDraft = sent
      const failure = await lay(deal, options)
      // Edits made while sending continue from the new version.
      if (!failure)
        store.setState(({ draft }) => ({
          draft: draft && draft !== sent ? { ...draft, base: options.base + 1 } : null,
        }))
      return failure
    },
    change: async (edit) => {
      let sent: TableDraft | null = null
      const failure = await send(async () => {
        const { table } = store.getState()
        if (!table) throw new Error('nothing to change yet')
        const { number, deal } = table.version
        sent = { base: number, deal: edit(dealFromWire(deal)), note: '' }
        const body = { base: number, deal: dealToWire(sent.deal), note: '', isReady: false, logAfter: logAfter() }
        return api.request('layVersion', { ...at, body })
      })
      if (failure && isWorthKeeping(failure)) {
        if (!store.getState().draft) sentDraft = sent
        store.setState(({ draft }) => ({ draft: draft ? { ...draft, deal: edit(draft.deal) } : sent }))
      }
      return failure
    },
    tick: (version, isReady) =>
      send(() => api.request('tickVersion', { ...at, body: { version, isReady, logAfter: logAfter() } })),
    decline: (version, reason, text) =>
      send(() => api.request('declineVersion', { ...at, body: { version, reason, text, logAfter: logAfter() } })),
    withdraw: (version) =>
      send(() => api.request('withdrawVersion', { ...at, body: { version, logAfter: logAfter() } })),
    say: (text) => send(() => api.request('sayAtTable', { ...at, body: { text, logAfter: logAfter() } })),
    pass: (version, locker) =>
      send(() => api.request('passLock', { ...at, body: { version, locker, logAfter: logAfter() } })),
    lock: (version, offerId) => send(() => api.request('lockTable', { ...at, body: { version, offerId } })),
    leave: () => send(() => api.request('leaveTable', { ...at, body: {} })),
  }
}

/** Whether the same terms may be sent again, once the line, the session or the newest version is there. */
function isWorthKeeping(failure: MoveFailure): boolean {
  return ['changed', 'offline', 'unavailable', 'too-fast', 'signed-out', 'other-wallet'].includes(failure)
}

export interface NewTable {
  readonly with: Address
  readonly portal?: string
  readonly counters?: OfferId
  readonly deal: TableDeal
  readonly note: string
  readonly isReady: boolean
}

/** Opens a table, or finds the open one that these two have about the same. */
export async function openNewTable(
  { api }: Pick<TableLine, 'api'>,
  as: Address,
  { deal, ...rest }: NewTable,
): Promise<{ readonly table: WireTable } | { readonly failure: MoveFailure }> {
  try {
    return await api.request('openTable', { query: { as }, body: { ...rest, deal: dealToWire(deal) } })
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** Merges answers and events that arrive in any order. */
function mergeTable(before: WireTable | null, head: TableHead, log: readonly WireEntry[]): WireTable {
  const newest = before ? mergeHeads(before, head) : head
  const lines = new Map([...(before?.log ?? []), ...log].map((entry) => [entry.n, entry]))
  return { ...newest, log: [...lines.values()].toSorted((one, other) => one.n - other.n) }
}
