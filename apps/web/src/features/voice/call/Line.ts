import type { LineState, Quality } from './CallState.ts'

/** Carries a person's voice: a connection to them alone, or a slot of the connection to Janus. */
export interface Line {
  readonly state: LineState
  /** The other side's certificate; null until it was seen. */
  readonly fingerprint: string | null
  /** Whether audio comes through now, regardless of the server's view. */
  readonly alive: boolean
  /** How loud it is, 0 to 1. */
  level(): number
  /** Null where nothing of this person comes through right now. */
  stats(): Promise<RTCStatsReport> | null
  replaceTrack(track: MediaStreamTrack): Promise<void>
  /** Ends it for both: the other doesn't hear us either. */
  refuse(): void
  close(): void
}

/** Counters of received packets on a line. */
export interface LineCount {
  readonly received: number
  readonly lost: number
}

const limits = {
  good: { lost: 0.02, roundTripS: 0.25 },
  fair: { lost: 0.08, roundTripS: 0.6 },
} as const

/** How good a line is, by the packets lost since it was looked at last and the time there and back. */
export function measureLine(
  reports: RTCStatsReport,
  before: LineCount | null,
): { readonly count: LineCount; readonly quality: Quality | null } {
  let count: LineCount = { received: 0, lost: 0 }
  let roundTripS = 0
  for (const report of reports.values()) {
    if (report.type === 'inbound-rtp') count = { received: report.packetsReceived ?? 0, lost: report.packetsLost ?? 0 }
    if (report.type === 'candidate-pair' && report.nominated) roundTripS = report.currentRoundTripTime ?? roundTripS
  }
  if (before === null) return { count, quality: null }
  const lost = Math.max(0, count.lost - before.lost)
  const all = lost + Math.max(0, count.received - before.received)
  if (all === 0) return { count, quality: 'poor' }
  const fits = (limit: { lost: number; roundTripS: number }): boolean =>
    lost / all <= limit.lost && roundTripS <= limit.roundTripS
  return { count, quality: fits(limits.good) ? 'good' : fits(limits.fair) ? 'fair' : 'poor' }
}
