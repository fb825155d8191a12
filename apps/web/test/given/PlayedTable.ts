import {
  type Address,
  declineReasons,
  type OfferId,
  openTable,
  playMove,
  type Seat,
  type Table,
  type TableDeal,
  type TableEntry,
  type TableMove,
} from '@parley/domain'
import {
  dealFromWire,
  entryToWire,
  type TableEvent,
  type TableHead,
  tableToWire,
  wireDealSchema,
  type WireEntry,
  type WireTable,
} from '@parley/protocol'

type Listener = { onMessage(data: string): void; onBroken(isOver: boolean): void }

/**
 * A table and the server's side of it, by the domain's rules. The test plays the other person and breaks the
 * connection. Tests with a real server cover the rest.
 */
export class PlayedTable {
  table: Table
  readonly log: WireEntry[] = []
  readonly here = { opener: true, guest: false }
  seen: TableHead['seen'] = { opener: null, guest: null }
  lock: TableHead['lock'] = null
  /** Answers with this instead, once. */
  failNext: { status: number; code?: string; field?: string } | 'no-answer' | null = null
  /** Requests for moves so far. */
  readonly asked: string[] = []
  /** The lines that the answer to each move was sent with. */
  readonly answered: number[][] = []
  /** What the opener told the operator. */
  readonly reports: string[] = []
  blocked: readonly Address[] = []
  readonly #listeners = new Set<Listener>()
  readonly #nowS: () => number
  #offerEndsS = 0

  constructor(
    facts: { opener: Address; guest: Address },
    deal: TableDeal,
    { nowS = () => Date.now() / 1000, note = '' } = {},
  ) {
    this.#nowS = () => Math.floor(nowS())
    const first = { by: 'opener', deal, note, isReady: true } as const
    const step = openTable({ id: 'T'.repeat(22), portal: null, counters: null, ...facts }, first, this.#nowS())
    if ('refusal' in step) throw new Error(step.refusal)
    this.table = step.table
    this.#keep(step.entries)
  }

  /** A move by one of the two people, sent to both. */
  play(by: Seat, move: TableMove): void {
    const refusal = this.#move(by, move)
    if (refusal) throw new Error(refusal)
  }

  /** A move while the line is away. */
  playUnheard(by: Seat, move: TableMove): void {
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    this.play(by, move)
    for (const listener of listeners) this.#listeners.add(listener)
  }

  come(seat: Seat, isHere: boolean): void {
    this.here[seat] = isHere
    if (!isHere) this.seen = { ...this.seen, [seat]: this.#nowS() }
    this.#tell({ type: 'presence', tableId: this.table.id, here: { ...this.here }, seen: this.seen })
  }

  lockIn(
    offerId: OfferId,
    status: 'active' | 'completed' | 'cancelled',
    { by = this.table.locker, expiresAt = this.#nowS() + 3_600 } = {},
  ): void {
    this.lock = { offerId, status, by, expiresAt }
    this.#offerEndsS = status === 'active' ? expiresAt : Math.min(expiresAt, this.#nowS())
    this.#tell({ type: 'table', table: this.head, log: [] })
  }

  /** Open streams: pages that sit at it. */
  get pages(): number {
    return this.#listeners.size
  }

  tell(event: TableEvent): void {
    this.#tell(event)
  }

  breakLine(): void {
    for (const { onBroken } of this.#listeners) onBroken(false)
  }

  /** A long table has to be read. */
  greet({ isLong = false } = {}): void {
    this.#tell({ type: 'hello', ...(!isLong && { table: this.whole }), here: { ...this.here } })
  }

  get head(): TableHead {
    const { table, lock, seen, log } = this
    return tableToWire(table, {
      nowS: this.#nowS(),
      lock,
      offerEndsS: lock ? this.#offerEndsS : 0,
      seen,
      entries: log.length,
    })
  }

  get whole(): WireTable {
    return { ...this.head, log: [...this.log] }
  }

  readonly openStream = (_path: string, listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    queueMicrotask(() => this.greet())
    return () => void this.#listeners.delete(listener)
  }

  /** The server's answers to the opener. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://table.test')
    const body: Record<string, unknown> = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
    if (pathname === '/api/inbound') return this.#inbound(body)
    if (pathname === '/api/tables' && (init?.method ?? 'GET') === 'GET')
      return Response.json({ success: true, tables: [this.head], nextCursor: null })
    const [, verb = ''] = /^\/api\/tables\/[^/]+\/?(.*)$/.exec(pathname) ?? []
    if (verb === '') return Response.json({ success: true, table: this.whole })
    this.asked.push(verb)
    const { failNext } = this
    this.failNext = null
    if (failNext && failNext !== 'no-answer') return refusal(failNext.status, failNext.code, failNext.field)
    if (verb === 'report') {
      this.reports.push(String(body['text']))
      return Response.json({ success: true, reportId: `report-${this.reports.length}` })
    }
    const failure = this.#move('opener', moveOf(verb, body))
    if (failNext === 'no-answer') throw new TypeError('fetch failed')
    if (failure) return refusal(409, failure)
    const log = this.log.filter(({ n }) => n > Number(body['logAfter'] ?? 0))
    this.answered.push(log.map(({ n }) => n))
    return Response.json({ success: true, table: { ...this.head, log } })
  }

  /** Whom the opener blocks. Blocking ends the tables with that wallet. */
  #inbound({ block, unblock }: Record<string, unknown>): Response {
    const { guest } = this.table
    if ([block, unblock].some((other) => other !== undefined && other !== guest)) return refusal(400)
    if (block) {
      this.#move('opener', { kind: 'leave' })
      this.blocked = [guest]
    }
    if (unblock) this.blocked = []
    return Response.json({ success: true, openTo: 'anyone', allowed: [], blocked: this.blocked })
  }

  #move(by: Seat, move: TableMove): string | null {
    const offerEndsS = this.lock ? this.#offerEndsS : 0
    const isOfferOpen = this.lock?.status === 'active' && this.#nowS() <= offerEndsS
    const step = playMove(this.table, move, { by, nowS: this.#nowS(), isOfferOpen, offerEndsS })
    if ('refusal' in step) return step.refusal
    this.table = step.table
    const added = this.#keep(step.entries)
    this.#tell({ type: 'table', table: this.head, log: added })
    return null
  }

  #keep(entries: readonly TableEntry[]): WireEntry[] {
    const lines = entries.map((entry, at) => entryToWire(entry, this.log.length + at + 1))
    this.log.push(...lines)
    return lines
  }

  #tell(event: TableEvent): void {
    for (const { onMessage } of this.#listeners) onMessage(JSON.stringify(event))
  }
}

function refusal(status: number, code?: string, field?: string): Response {
  return Response.json({ success: false, error: 'refused', ...(code && { code }), ...(field && { field }) }, { status })
}

function moveOf(verb: string, body: Record<string, unknown>): TableMove {
  const version = Number(body['version'])
  switch (verb) {
    case 'versions': {
      const deal = dealFromWire(wireDealSchema.parse(body['deal']))
      return {
        kind: 'lay',
        base: Number(body['base']),
        deal,
        note: String(body['note']),
        isReady: body['isReady'] === true,
      }
    }
    case 'ready':
      return { kind: 'tick', version, isReady: body['isReady'] === true }
    case 'withdraw':
      return { kind: 'withdraw', version }
    case 'notes':
      return { kind: 'say', text: String(body['text']) }
    case 'locker':
      return { kind: 'pass', version, locker: body['locker'] === 'guest' ? 'guest' : 'opener' }
    case 'decline':
      return {
        kind: 'decline',
        version,
        reason: declineReasons.find((reason) => reason === body['reason']) ?? 'not-for-me',
        text: String(body['text']),
      }
    case 'leave':
      return { kind: 'leave' }
    default:
      throw new Error(`nobody answers ${verb}`)
  }
}
