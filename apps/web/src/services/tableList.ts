import type { Address } from '@parley/domain'
import { tableEventsPath, type TableHead } from '@parley/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { failureOf, listen, mergeHeads, type TableAccess, type TableLine } from './tableLine.ts'

export interface TableListState {
  readonly access: Exclude<TableAccess, 'not-found'>
  /** Newest change first. */
  readonly tables: readonly TableHead[]
  readonly nextCursor: string | null
  /** The next page could not be read. */
  readonly isMoreFailed: boolean
}

export interface TableList {
  readonly store: StoreApi<TableListState>
  /** Connects, and stays connected. @returns closes it. */
  open(): () => void
  reload(): Promise<void>
  loadMore(): Promise<void>
}

/** The tables of a wallet, kept up to date. */
export function createTableList(line: TableLine, as: Address): TableList {
  const store = createStore<TableListState>(() => ({
    access: 'loading',
    tables: [],
    nextCursor: null,
    isMoreFailed: false,
  }))
  const add = (heads: readonly TableHead[]): void =>
    store.setState(({ tables }) => ({ access: 'open', tables: withHeads(tables, heads) }))
  const read = async (cursor?: string): Promise<void> => {
    try {
      const { tables, nextCursor } = await line.api.request('tables', { query: { as, cursor } })
      add(tables)
      store.setState({ nextCursor, isMoreFailed: false })
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'signed-out' || failure === 'other-wallet') store.setState({ access: failure, tables: [] })
      else if (store.getState().access === 'loading') store.setState({ access: 'failed' })
      else if (cursor !== undefined) store.setState({ isMoreFailed: true })
    }
  }
  return {
    store,
    open: () => {
      void read()
      return listen(line, `${tableEventsPath}?${new URLSearchParams({ as })}`, {
        // Tables may have changed before this greeting.
        onEvent: (event) => {
          if (event.type === 'hello') void read()
          if (event.type === 'table') add([event.table])
          if (event.type === 'signed-out') store.setState({ access: 'signed-out', tables: [] })
        },
        onAway: () => undefined,
        mayReopen: async () => {
          await read()
          const { access } = store.getState()
          return access !== 'signed-out' && access !== 'other-wallet'
        },
      })
    },
    reload: () => read(),
    loadMore: async () => {
      const { nextCursor } = store.getState()
      if (nextCursor !== null) await read(nextCursor)
    },
  }
}

function withHeads(known: readonly TableHead[], heads: readonly TableHead[]): readonly TableHead[] {
  const merged = new Map(known.map((head) => [head.tableId, head]))
  for (const head of heads) {
    const before = merged.get(head.tableId)
    merged.set(head.tableId, before ? mergeHeads(before, head) : head)
  }
  return [...merged.values()].toSorted((one, other) => other.changedAt - one.changedAt)
}
