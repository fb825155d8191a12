import { type Address, product } from '@parley/domain'
import { addressSchema, z } from '@parley/protocol'
import { isUnderWay } from '../../actions/tracker/transaction.ts'
import {
  type BrowserStorage,
  createSharedStore,
  parseStored,
  type SharedStore,
  withTabLock,
} from '../../services/browser.ts'
import type { Session } from '../../services/Session.ts'
import type { Holding } from './holdings.ts'

/** A longer list goes home in parts. */
const maxRows = 1_000
const maxTextLength = 1_000

const rowSchema = z.object({
  key: z.string().check(z.maxLength(80)),
  /** How it was to come home when the user pressed: another way is never taken unasked. */
  way: z.enum(['cancel', 'recover', 'sendHome', 'claim', 'take']),
  title: z.string().check(z.maxLength(200)),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  text: z.nullable(z.string().check(z.maxLength(maxTextLength))),
})

const queueSchema = z.object({
  version: z.literal(1),
  /** A page works on it. It holds the queue's lock; a page that is gone has left it. */
  running: z.boolean(),
  /** Where owed coins go. */
  to: addressSchema,
  rows: z.array(rowSchema).check(z.maxLength(maxRows)),
})

export type QueueRow = z.output<typeof rowSchema>
export type HomeQueue = z.output<typeof queueSchema>

const noQueue: HomeQueue = { version: 1, running: false, to: `0x${'0'.repeat(40)}`, rows: [] }
const queues = new WeakMap<BrowserStorage, Map<string, SharedStore<HomeQueue>>>()

/** What an account is bringing home, for all tabs, and for this one after a reload. */
export function queueOf({ storage, config }: Pick<Session, 'storage' | 'config'>, account: Address) {
  const key = `${product.slug}-home-${config.chainId}-${account.toLowerCase()}`
  const all = queues.get(storage) ?? new Map<string, SharedStore<HomeQueue>>()
  queues.set(storage, all)
  const known = all.get(key)
  if (known) return known
  const made = createSharedStore<HomeQueue>(storage, key, {
    parse: (text) => queueSchema.safeParse(parseStored(text)).data ?? noQueue,
    print: (queue) => JSON.stringify(queue),
  })
  all.set(key, made)
  return made
}

export function lockOf(account: Address): string {
  return `home-${account.toLowerCase()}`
}

/** Waits until no page works on the queue, and says so if the last one left it unfinished. */
export async function noteInterruption(session: Session, account: Address, signal: AbortSignal): Promise<void> {
  const { update } = queueOf(session, account)
  await withTabLock(lockOf(account), async () => update(paused), signal).catch(() => undefined)
}

export function paused(queue: HomeQueue): HomeQueue {
  if (!queue.running) return queue
  const rows = queue.rows.map((row) => (row.state === 'running' ? { ...row, state: 'waiting' as const } : row))
  return { ...queue, running: false, rows }
}

/** Begins a queue of these things, in their order. */
export function startQueue(
  { session, account, to }: { readonly session: Session; readonly account: Address; readonly to: Address },
  things: readonly { readonly holding: Holding; readonly title: string }[],
): void {
  const rows = things.slice(0, maxRows).map(({ holding: { key, way }, title }) => {
    return { key, way, title, state: 'waiting' as const, text: null }
  })
  queueOf(session, account).update(() => ({ version: 1, running: false, to, rows }))
}

/** Writes beside these rows what became of them. */
export function noteRows(
  { session, account }: { readonly session: Session; readonly account: Address },
  keys: readonly string[],
  { state, text }: Pick<QueueRow, 'state' | 'text'>,
): void {
  const said = text?.slice(0, maxTextLength) ?? null
  queueOf(session, account).update((queue) => ({
    ...queue,
    rows: queue.rows.map((row) => (keys.includes(row.key) ? { ...row, state, text: said } : row)),
  }))
}

export function clearQueue(session: Session, account: Address): void {
  queueOf(session, account).update((queue) => (queue.running ? queue : noQueue))
}

/** Whether a transaction for it is undecided, sent from this tab, another one, or before a reload. */
export function isTracked({ transactions }: Session, account: Address, key: string): boolean {
  return transactions
    .of(account)
    .getState()
    .some((one) => isUnderWay(one) && (one.subject === key || one.items.includes(key)))
}
