import { type DealChanges, dealChanges, type Seat, type TableDeal } from '@parley/domain'
import { dealFromWire, type WireEntry } from '@parley/protocol'

type VersionEntry = Extract<WireEntry, { kind: 'version' }>

/** A version in the log as it is shown: one, or several live changes of one person. */
export interface VersionLine {
  readonly kind: 'version'
  /** Number of its newest entry in the log. */
  readonly n: number
  readonly by: Seat
  /** Unix seconds. */
  readonly at: number
  /** The newest of those that it folds. */
  readonly version: number
  /** `changed`: live, without a tick. */
  readonly how: 'proposed' | 'countered' | 'changed'
  readonly note: string
  readonly deal: TableDeal
  /** The terms before it; null for the first version. */
  readonly before: TableDeal | null
  readonly changes: DealChanges | null
}

export type LogLine =
  | VersionLine
  | { readonly kind: 'entry'; readonly n: number; readonly entry: Exclude<WireEntry, VersionEntry> }

/**
 * The log, newest line first. Live changes of one person in a row are one line, with what they changed together. The tick
 * that a version was laid down with has no line of its own.
 */
export function foldLog(log: readonly WireEntry[]): readonly LogLine[] {
  const lines: LogLine[] = []
  let newest: TableDeal | null = null
  for (const [at, entry] of log.entries()) {
    if (entry.kind !== 'version') {
      if (!cameWithVersion(entry, log[at - 1])) lines.push({ kind: 'entry', n: entry.n, entry })
      continue
    }
    const line = versionLine(entry, newest, cameWithVersion(log[at + 1], entry))
    const last = lines.at(-1)
    if (last?.kind === 'version' && isOneRun(last, line)) {
      lines.pop()
      lines.push({
        ...line,
        how: last.how,
        before: last.before,
        changes: last.before && dealChanges(last.before, line.deal),
      })
    } else lines.push(line)
    newest = line.deal
  }
  return lines.toReversed()
}

function cameWithVersion(entry: WireEntry | undefined, before: WireEntry | undefined): boolean {
  if (entry?.kind !== 'ready' || before?.kind !== 'version') return false
  return entry.by === before.by && entry.at === before.at && entry.version === before.version
}

function versionLine(entry: VersionEntry, before: TableDeal | null, isTicked: boolean): VersionLine {
  const { n, by, at, version, note } = entry
  const deal = dealFromWire(entry.deal)
  const how = version === 1 ? 'proposed' : isTicked || note !== '' ? 'countered' : 'changed'
  return { kind: 'version', n, by, at, version, how, note, deal, before, changes: before && dealChanges(before, deal) }
}

function isOneRun(last: VersionLine, line: VersionLine): boolean {
  return last.how === 'changed' && line.how === 'changed' && last.by === line.by
}
