import type { Context } from '../context.ts'
import { failureText } from '../log.ts'
import { findTable } from './tableStore.ts'

/** Tells what depends on an open table, such as its voice room, that it was closed by any server. */
export interface ClosedTables {
  /** Calls once when the table is closed. Also where it was closed before. @returns the end of the subscription. */
  onClosed(tableId: string, listener: () => void): () => void
  closed(tableId: string): void
  /** Looks up every table that something depends on: notes of other servers were lost. */
  lookAgain(): void
}

export function createClosedTables({ db, log }: Pick<Context, 'db' | 'log'>): ClosedTables {
  const listeners = new Map<string, Set<() => void>>()

  function closed(tableId: string): void {
    const told = listeners.get(tableId) ?? []
    listeners.delete(tableId)
    for (const listener of told) listener()
  }

  async function look(tableId: string): Promise<void> {
    try {
      if ((await findTable(db.read, tableId))?.table.closed !== null) closed(tableId)
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'a table could not be read again')
    }
  }

  return {
    onClosed(tableId, listener) {
      const own = listeners.get(tableId) ?? new Set()
      listeners.set(tableId, own.add(listener))
      void look(tableId)
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(tableId) === own) listeners.delete(tableId)
      }
    },
    closed,
    lookAgain() {
      for (const tableId of listeners.keys()) void look(tableId)
    },
  }
}
