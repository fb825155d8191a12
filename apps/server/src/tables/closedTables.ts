import type { Address } from '@parley/domain'
import type { Context } from '../context.ts'
import { failureText } from '../log.ts'
import { isBlocked } from './inbound.ts'
import { findTable } from './tableStore.ts'

export type Pair = readonly [Address, Address]

/** Calls once when something ends. Also where it ended before. @returns the end of the subscription. */
type OnEnd<T> = (subject: T, listener: () => void) => () => void

/** Tells voice rooms that two people may no longer talk, whichever server it happened at. */
export interface ClosedTables {
  /** The table is closed. */
  readonly onClosed: OnEnd<string>
  /** One of the two has blocked the other. */
  readonly onBlocked: OnEnd<Pair>
  closed(tableId: string): void
  blocked(pair: Pair): void
  /** Looks up all that is listened for: notes of other servers were lost. */
  lookAgain(): void
}

export function createClosedTables({ db, log }: Pick<Context, 'db' | 'log'>): ClosedTables {
  const tables = createEndings(log, async (id: string) => (await findTable(db.read, id))?.table.closed !== null, String)
  const pairs = createEndings(
    log,
    (pair: Pair) => isBlocked(db.read, pair),
    (pair) => pair.toSorted().join(' '),
  )
  return {
    onClosed: tables.onEnd,
    onBlocked: pairs.onEnd,
    closed: tables.ended,
    blocked: pairs.ended,
    lookAgain() {
      tables.lookAgain()
      pairs.lookAgain()
    },
  }
}

interface Waiting<T> {
  readonly subject: T
  readonly listeners: Set<() => void>
}

function createEndings<T>(
  log: Pick<Context['log'], 'warn'>,
  hasEnded: (subject: T) => Promise<boolean>,
  keyOf: (subject: T) => string,
) {
  const waiting = new Map<string, Waiting<T>>()

  function ended(subject: T): void {
    const told = waiting.get(keyOf(subject))
    waiting.delete(keyOf(subject))
    for (const listener of told?.listeners ?? []) listener()
  }

  async function look(subject: T): Promise<void> {
    try {
      if (await hasEnded(subject)) ended(subject)
    } catch (error) {
      log.warn({ reason: failureText(error) }, 'whether two people may still talk could not be read')
    }
  }

  const onEnd: OnEnd<T> = (subject, listener) => {
    const key = keyOf(subject)
    const own = waiting.get(key) ?? { subject, listeners: new Set() }
    own.listeners.add(listener)
    waiting.set(key, own)
    void look(subject)
    return () => {
      own.listeners.delete(listener)
      if (own.listeners.size === 0 && waiting.get(key) === own) waiting.delete(key)
    }
  }

  return {
    onEnd,
    ended,
    lookAgain() {
      for (const { subject } of waiting.values()) void look(subject)
    },
  }
}
