import type { Quality } from './CallState.ts'

/** Counters of received packets on a connection. */
export interface LineCount {
  readonly received: number
  readonly lost: number
}

const limits = {
  good: { lost: 0.02, roundTripS: 0.25 },
  fair: { lost: 0.08, roundTripS: 0.6 },
} as const

/** How good a line is, by the packets lost since it was looked at last and the time there and back. */
export async function measureLine(
  connection: RTCPeerConnection,
  before: LineCount | null,
): Promise<{ readonly count: LineCount; readonly quality: Quality | null }> {
  let count: LineCount = { received: 0, lost: 0 }
  let roundTripS = 0
  for (const report of (await connection.getStats()).values()) {
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
