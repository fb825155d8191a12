import { setTimeout as delay } from 'node:timers/promises'
import { Breach } from './breach.ts'
import type { Figures, ServerProcess } from './serverProcess.ts'

const megabyte = 1024 * 1024

/** The process, at any time; the largest pictures take 200 MB each while they are decoded. */
const maxRssBytes = 1_200 * megabyte
/** Files and sockets beside one for each connection of the strangers: what the server fetches, and its drawing processes. */
const spareHandles = 300
/** What may stay when the strangers have gone: connections to the chain, drawing processes, what was asked for last. */
const leftHandles = 40
const leftTimers = 40
/** Caches with a bound of their own fill with what strangers asked for. */
const leftBytes = 64 * megabyte
/** What strangers began is given up by time-outs that are shorter than this, so by then some of it has ended. */
const standstillMs = 25_000
/** However slow the machine is, everything that strangers began is over by then. */
const settleMs = 300_000
const lookEveryMs = 250

/** What a server held before strangers came, and what it may hold beyond that. */
export class Bounds {
  private readonly server: ServerProcess
  private readonly calm: Figures

  constructor(server: ServerProcess, calm: Figures) {
    this.server = server
    this.calm = calm
  }

  /** While strangers hold `open` connections. @throws {Breach} `unbounded` */
  async requireUnder(open: number): Promise<void> {
    const [rssBytes, handles] = await Promise.all([this.server.rssBytes(), this.server.handles()])
    if (rssBytes > maxRssBytes) throw new Breach('unbounded', `memory: ${inMegabytes(rssBytes)}`)
    const most = this.calm.handles + open + spareHandles
    if (handles > most) throw new Breach('unbounded', `${handles} open files and sockets where ${most} are expected`)
  }

  /**
   * Waits until the server is as it was before, for as long as it is on its way there: a slow machine needs longer to draw what
   * strangers asked for.
   *
   * @throws {Breach} `unbounded` where something that is left does not go.
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
      // A thread that computes gives up something at the end, and how long that takes depends on the machine.
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
  /** Less than ever before means that it goes. */
  readonly amount: number
  readonly what: string
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(0)} MB`
}
