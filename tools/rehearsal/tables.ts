import { ApiError, tableEventSchema, tableEventsPath, type WireDeal } from '@parley/protocol'
import { pause, signIn, type Person } from './Crowd.ts'
import { until } from './Program.ts'
import type { Site, Visitor } from './Visitor.ts'

const moveEveryMs = 5_000
/** One in this many moves is sent again, at once and after the next one. Its answer may have got lost. */
const repeatEvery = 3

interface Seated {
  readonly person: Person
  readonly visitor: Visitor
  /** The newest version that this person's open page has heard of. */
  heard: number
}

/** A table, with the moves that were acknowledged at it. */
export interface LiveTable {
  readonly tableId: string
  readonly opener: Seated
  readonly guest: Seated
  readonly acknowledged: string[]
}

/** Pairs who negotiate: each move is a new version with a note of its own. */
export async function negotiate(
  site: Site,
  people: readonly Person[],
  { whileBusy: signal, untilEnd }: { readonly whileBusy: AbortSignal; readonly untilEnd: AbortSignal },
) {
  const tables: LiveTable[] = []
  const running: Promise<void>[] = []
  for (let at = 0; at + 1 < people.length; at += 2) {
    const [one, other] = [people[at], people[at + 1]]
    if (!one || !other) break
    const opener = { person: one, visitor: await signIn(site, 'negotiating', 40_000 + at, one), heard: 0 }
    const guest = { person: other, visitor: await signIn(site, 'negotiating', 40_001 + at, other), heard: 0 }
    const tableId = await until('a table is open', async () => {
      const body = { with: other.address, deal: dealOf(opener, guest, 1), note: 'first', isReady: false }
      const { table } = await opener.visitor.client.request('openTable', { query: { as: one.address }, body })
      return table.tableId
    })
    const table = { tableId, opener, guest, acknowledged: ['first'] }
    tables.push(table)
    for (const seat of [opener, guest]) sitAt(tableId, seat, untilEnd)
    running.push(talk(table, signal))
  }
  const ended = Promise.all(running)
  ended.catch(() => undefined)
  return { tables, ended }
}

/** Keeps the table's page open. */
function sitAt(tableId: string, seat: Seated, signal: AbortSignal): void {
  const listen = (data: string): void => {
    const event = tableEventSchema.parse(JSON.parse(data))
    if ((event.type === 'table' || event.type === 'hello') && event.table?.tableId === tableId)
      seat.heard = Math.max(seat.heard, event.table.version.number)
  }
  seat.visitor.listen(`${tableEventsPath}?as=${seat.person.address}&table=${tableId}`, listen, signal)
}

/** One more move at a table, whose two open pages must hear of it. */
export async function moveOnceMore(table: LiveTable): Promise<void> {
  const { opener, guest, tableId, acknowledged } = table
  const note = 'the last move'
  const number = await until('a last move is taken', async () => {
    const base = await newest(guest, tableId)
    return lay(table, guest, { base, note, number: base + 1 })
  })
  acknowledged.push(note)
  await until(`both open pages of table ${tableId} hear of version ${number}`, async () =>
    [opener, guest].every(({ heard }) => heard >= number),
  )
}

function dealOf(opener: Seated, guest: Seated, number: number): WireDeal {
  const side = ({ person: { nft } }: Seated, wei: string) => ({
    nfts: [{ contract: nft.contract, tokenId: String(nft.tokenId) }],
    wei,
  })
  return { opener: side(opener, String(number * 1_000_000_000_000)), guest: side(guest, '0'), durationMinutes: 1440 }
}

async function talk(table: LiveTable, signal: AbortSignal): Promise<void> {
  let base = 1
  let sendLate: (() => Promise<unknown>) | null = null
  for (let move = 1; !signal.aborted; move += 1) {
    await pause(moveEveryMs * (0.5 + Math.random()), signal)
    const seat = move % 2 === 0 ? table.opener : table.guest
    const note = `move ${move}`
    const laid = { base, note, number: move + 1 }
    const send = () => lay(table, seat, laid)
    const [first, second] = move % repeatEvery === 0 ? await Promise.all([send(), send()]) : [await send(), null]
    // Without an answer it may have counted. The same move again is refused then.
    const outcome = first ?? second ?? (await send())
    if (outcome !== null) table.acknowledged.push(note)
    // Repeated at once, the same terms are refused as such. Later, only their base tells that they aren't new.
    await sendLate?.()
    sendLate = move % repeatEvery === 0 ? send : null
    base = (await newest(seat, table.tableId).catch(() => null)) ?? base
  }
}

/** @returns the version that the server made of it; null if it was refused, or without an answer. */
async function lay(
  { tableId, opener, guest }: LiveTable,
  { person, visitor }: Seated,
  move: { readonly base: number; readonly note: string; readonly number: number },
): Promise<number | null> {
  const body = { base: move.base, deal: dealOf(opener, guest, move.number), note: move.note, isReady: false }
  try {
    const query = { as: person.address }
    const { table } = await visitor.client.request('layVersion', { params: { tableId }, query, body })
    return table.version.number
  } catch (error) {
    const isWrong = error instanceof ApiError && error.status < 500 && error.status !== 409 && error.status !== 429
    if (isWrong) visitor.site.ledger.fault('wrong', `a move was answered ${error.status}: ${error.message}`)
    return null
  }
}

async function newest({ person, visitor }: Seated, tableId: string): Promise<number> {
  const { table } = await visitor.client.request('table', { params: { tableId }, query: { as: person.address } })
  return table.version.number
}
