import { setTimeout as delay } from 'node:timers/promises'
import { Breach } from './breach.ts'
import type { Figures, ServerProcess } from './serverProcess.ts'

const megabyte = 1024 * 1024

/** Peak memory of the process; the largest pictures take 200 MB each to decode. */
const maxRssBytes = 1_200 * megabyte
/** Files and sockets beyond one per stranger's connection: the server's fetches and drawing processes. */
const spareHandles = 300
/** What may remain after the strangers left: connections to the chain, drawing processes, the last requests. */
const leftHandles = 40
const leftTimers = 40
/** Bounded caches fill with what strangers asked for. */
const leftBytes = 64 * megabyte
/** The server's time-outs are shorter than this, so by then something of the strangers' has ended. */
const standstillMs = 25_000
/** By then everything that strangers began has ended, however slow the machine. */
const settleMs = 300_000
const lookEveryMs = 250

/** Compares a server's resources with those before the strangers came. */
export class Bounds {
  private readonly server: ServerProcess
  private readonly calm: Figures

  constructor(server: ServerProcess, calm: Figures) {
    this.server = server
    this.calm = calm
  }

  /** Checks while strangers hold `open` connections. @throws {Breach} `unbounded` */
  async requireUnder(open: number): Promise<void> {
    const [rssBytes, handles] = await Promise.all([this.server.rssBytes(), this.server.handles()])
    if (rssBytes > maxRssBytes) throw new Breach('unbounded', `memory: ${inMegabytes(rssBytes)}`)
    const most = this.calm.handles + open + spareHandles
    if (handles > most) throw new Breach('unbounded', `${handles} open files and sockets where ${most} are expected`)
  }

  /**
   * Waits until the server is back to its baseline, for as long as it makes progress: a slow machine takes longer to
   * draw what strangers asked for.
   *
   * @throws {Breach} `unbounded` if it stops making progress.
   */
  async requireCalm(): Promise<Figures> {
    const startedMs = performance.now()
    const least = new Map<LeftOver['kind'], number>()
    let changedMs = startedMs
    for (;;) {
      const figures = await this.server.figures()
      const left = this.leftOver(figures)
      if (left === null) return figures
      const nowMs = performance.now()
      // A computing thread releases resources only at its end, and when that is depends on the machine.
      if (left.kind === 'busy' || left.amount < (least.get(left.kind) ?? Number.POSITIVE_INFINITY)) {
        least.set(left.kind, left.amount)
        changedMs = nowMs
      }
      if (nowMs > changedMs + standstillMs || nowMs > startedMs + settleMs)
        throw new Breach('unbounded', `${left.what} after the strangers had gone`)
      await delay(lookEveryMs)
    }
  }

  private leftOver({ handles, timers, heldBytes, busy }: Figures): LeftOver | null {
    const { calm } = this
    if (handles > calm.handles + leftHandles)
      return { kind: 'handles', amount: handles, what: `${handles} open files and sockets, ${calm.handles} before,` }
    if (timers > calm.timers + leftTimers)
      return { kind: 'timers', amount: timers, what: `${timers} timers, ${calm.timers} before,` }
    if (busy > 0) return { kind: 'busy', amount: busy, what: `${busy} threads never pause` }
    if (heldBytes > calm.heldBytes + leftBytes) {
      const what = `${inMegabytes(heldBytes)} held, ${inMegabytes(calm.heldBytes)} before,`
      return { kind: 'held', amount: Math.round(heldBytes / megabyte), what }
    }
    return null
  }
}

interface LeftOver {
  readonly kind: 'handles' | 'timers' | 'busy' | 'held'
  /** A new minimum counts as progress. */
  readonly amount: number
  readonly what: string
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(0)} MB`
}
