import { otherSeat, sameDeal, type Seat } from '@parley/domain'
import { dealFromWire, type WireDeal, type WireTable } from '@parley/protocol'
import type { SentMove } from './faultyTab.ts'
import type { MadeOffer, OfferOnChain } from './tableEscrow.ts'

const bySeat = { opener: false, guest: false }

/** An offer and what became of it. */
export type KnownOffer = MadeOffer & OfferOnChain

/** Lines that say nothing of the terms. */
const isTalk = ({ kind }: { readonly kind: string }) => ['note', 'left', 'locked'].includes(kind)

/** Replays a log and compares it with the table, the requests and the offers on the chain. @returns the differences. */
export function checkLog(table: WireTable, sent: readonly SentMove[], offers: readonly KnownOffer[]): string[] {
  const problems: string[] = []
  const seatOf = ({ by }: SentMove): Seat => (by === table.opener ? 'opener' : 'guest')
  const movesOf = (seat: Seat, name: string) =>
    sent.filter((move) => seatOf(move) === seat && move.path.includes(`/${table.tableId}/${name}`))
  let version = 0
  let ready: Record<Seat, boolean> = { ...bySeat }
  let agreed = false
  let left: Seat | null = null
  let locker: Seat = 'opener'
  let agreedDeal: WireDeal | null = null
  let offerId: string | null = null
  let lastDeal: WireDeal | null = null
  for (const [index, entry] of table.log.entries()) {
    if (entry.n !== index + 1) problems.push(`line ${entry.n} stands at ${index + 1}`)
    if ('version' in entry && entry.kind !== 'version' && entry.version !== version)
      problems.push(`line ${entry.n}, ${entry.kind}, is about version ${entry.version}, and ${version} was the newest`)
    // Locking in brings the agreed version back if the other has laid something down, without a request (decision N3).
    const isBroughtBack = [index + 1, index + 2].some(
      (at) => table.log[at]?.kind === 'locked' && table.log[at].by === entry.by,
    )
    if (offerId !== null && !isTalk(entry)) {
      const offer = offers.find(({ id }) => id === offerId)
      if (offer?.isOpen || offer?.status === 'completed')
        problems.push(`line ${entry.n}, ${entry.kind}, came while ${offerId} held the terms`)
      if (entry.kind !== 'locker') offerId = null
    }
    if (left !== null) problems.push(`line ${entry.n}, ${entry.kind}, came after ${left} had left`)
    switch (entry.kind) {
      case 'version': {
        if (entry.version !== version + 1) problems.push(`version ${entry.version} came after ${version}`)
        version = entry.version
        ready = { ...bySeat }
        agreed = false
        const laid = movesOf(entry.by, 'versions').filter(({ body }) => isSame(body['deal'], entry.deal))
        lastDeal = entry.deal
        if (isBroughtBack && agreedDeal && isSameDeal(entry.deal, agreedDeal)) break
        if (version > 1 && !laid.some(({ body }) => body['base'] === version - 1))
          problems.push(`version ${version} was laid on ${laid.map(({ body }) => String(body['base'])).join()}`)
        break
      }
      case 'ready': {
        ready[entry.by] = true
        const ticked = movesOf(entry.by, 'ready').some(
          ({ body }) => body['version'] === version && body['isReady'] === true,
        )
        const laid = movesOf(entry.by, 'versions').some(
          ({ body }) => body['base'] === version - 1 && body['isReady'] === true,
        )
        const isBack = isBroughtBack && agreedDeal && lastDeal && isSameDeal(lastDeal, agreedDeal)
        if (!ticked && !laid && !isBack && version > 1) problems.push(`${entry.by} never ticked version ${version}`)
        break
      }
      case 'unready':
        ready[entry.by] = false
        agreed = false
        break
      case 'agreed':
        agreed = true
        agreedDeal = lastDeal
        if (!ready[entry.by] || !ready[otherSeat(entry.by)]) problems.push(`version ${version} was agreed without both`)
        break
      case 'declined':
      case 'withdrawn':
        ready = { ...bySeat }
        agreed = false
        break
      case 'left': {
        left = entry.by
        const isMeant = ({ path, body }: SentMove) => path.includes(`/${table.tableId}/leave`) || 'block' in body
        if (!sent.some((move) => seatOf(move) === left && isMeant(move))) problems.push(`${left} never left`)
        break
      }
      case 'locker':
        if (!agreed || entry.by !== locker) problems.push(`${entry.by} passed the lock on, which ${locker} had`)
        if (!movesOf(entry.by, 'locker').some(({ body }) => body['version'] === version))
          problems.push(`${entry.by} never passed the lock on`)
        locker = entry.locker
        break
      case 'locked': {
        offerId = entry.offerId
        const offer = offers.find(({ id }) => id === entry.offerId)
        if (!offer) problems.push(`${entry.offerId} is no offer of theirs`)
        else if (offer.creator !== entry.by) problems.push(`${entry.offerId} is an offer of ${offer.creator}`)
        else if (!agreedDeal || !sameDeal(offer.deal, dealFromWire(agreedDeal)))
          problems.push(`${entry.offerId} has other terms than they agreed on`)
        break
      }
      default:
        break
    }
  }
  if (table.version.number !== version)
    problems.push(`the table is at version ${table.version.number}, its log at ${version}`)
  if (!isSame(table.ready, ready))
    problems.push(`ticks ${JSON.stringify(table.ready)}, by the log ${JSON.stringify(ready)}`)
  if ((table.agreedAt !== null) !== agreed) problems.push(`agreed at ${table.agreedAt}, by the log ${agreed}`)
  if (table.locker !== locker) problems.push(`${table.locker} locks in, by the log ${locker}`)
  problems.push(...checkLock(table, offerId, offers))
  if (table.closedBy !== left) problems.push(`closed by ${table.closedBy}, by the log ${left}`)
  if (table.entries !== table.log.length) problems.push(`${table.log.length} of ${table.entries} lines`)
  return problems
}

/** The table shows its offer as the chain has it. An open one with the agreed terms has locked it in. */
function checkLock(table: WireTable, offerId: string | null, offers: readonly KnownOffer[]): string[] {
  const { lock, agreed } = table
  if ((lock?.offerId ?? null) !== offerId) return [`locked in by ${lock?.offerId}, by the log ${offerId}`]
  const offer = offers.find(({ id }) => id === offerId)
  if (lock && offer) {
    const { status, creator, expiresAtS } = offer
    const isTrue = lock.status === status && lock.by === creator && lock.expiresAt === expiresAtS
    if (!isTrue) return [`its lock is ${JSON.stringify(lock)}, and ${JSON.stringify([status, creator, expiresAtS])}`]
  }
  const holding = offers.find(
    (one) =>
      one.isOpen &&
      agreed !== null &&
      one.agreed.number === agreed.number &&
      one.agreed.at === agreed.at &&
      sameDeal(one.deal, dealFromWire(agreed.deal)),
  )
  if (!holding || table.state === 'closed' || lock?.status === 'completed') return []
  return lock?.status === 'active' ? [] : [`${holding.id} holds what they agreed on, and the table is not locked in`]
}

function isSameDeal(one: WireDeal, other: WireDeal): boolean {
  return sameDeal(dealFromWire(one), dealFromWire(other))
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
