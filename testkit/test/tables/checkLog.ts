import { otherSeat, type Seat } from '@parley/domain'
import type { WireTable } from '@parley/protocol'
import type { SentMove } from './faultyTab.ts'

const bySeat = { opener: false, guest: false }

/** Replays a log and compares it with the table and with the requests. @returns the differences. */
export function checkLog(table: WireTable, sent: readonly SentMove[]): string[] {
  const problems: string[] = []
  const seatOf = ({ by }: SentMove): Seat => (by === table.opener ? 'opener' : 'guest')
  const movesOf = (seat: Seat, name: string) =>
    sent.filter((move) => seatOf(move) === seat && move.path.includes(`/${table.tableId}/${name}`))
  let version = 0
  let ready: Record<Seat, boolean> = { ...bySeat }
  let agreed = false
  for (const [index, entry] of table.log.entries()) {
    if (entry.n !== index + 1) problems.push(`line ${entry.n} stands at ${index + 1}`)
    if ('version' in entry && entry.kind !== 'version' && entry.version !== version)
      problems.push(`line ${entry.n}, ${entry.kind}, is about version ${entry.version}, and ${version} was the newest`)
    switch (entry.kind) {
      case 'version': {
        if (entry.version !== version + 1) problems.push(`version ${entry.version} came after ${version}`)
        version = entry.version
        ready = { ...bySeat }
        agreed = false
        const laid = movesOf(entry.by, 'versions').filter(({ body }) => isSame(body['deal'], entry.deal))
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
        if (!ticked && !laid && version > 1) problems.push(`${entry.by} never ticked version ${version}`)
        break
      }
      case 'unready':
        ready[entry.by] = false
        agreed = false
        break
      case 'agreed':
        agreed = true
        if (!ready[entry.by] || !ready[otherSeat(entry.by)]) problems.push(`version ${version} was agreed without both`)
        break
      case 'declined':
      case 'withdrawn':
        ready = { ...bySeat }
        agreed = false
        break
      default:
        break
    }
  }
  if (table.version.number !== version)
    problems.push(`the table is at version ${table.version.number}, its log at ${version}`)
  if (!isSame(table.ready, ready))
    problems.push(`ticks ${JSON.stringify(table.ready)}, by the log ${JSON.stringify(ready)}`)
  if ((table.agreedAt !== null) !== agreed) problems.push(`agreed at ${table.agreedAt}, by the log ${agreed}`)
  if (table.entries !== table.log.length) problems.push(`${table.log.length} of ${table.entries} lines`)
  return problems
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
