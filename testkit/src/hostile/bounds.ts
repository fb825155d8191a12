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
/** Until then everything that strangers began has to be over. */
const settleMs = 40_000
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

  /** Waits until the server is as it was before. @throws {Breach} `unbounded` where it is not in time. */
  async requireCalm(): Promise<Figures> {
    const deadlineMs = performance.now() + settleMs
    for (;;) {
      const figures = await this.server.figures()
      const left = this.leftOver(figures)
      if (left === null) return figures
      if (performance.now() > deadlineMs) throw new Breach('unbounded', `${left} after the strangers had gone`)
      await delay(lookEveryMs)
    }
  }

  private leftOver({ handles, timers, heldBytes, busy }: Figures): string | null {
    const { calm } = this
    if (handles > calm.handles + leftHandles) return `${handles} open files and sockets, ${calm.handles} before,`
    if (timers > calm.timers + leftTimers) return `${timers} timers, ${calm.timers} before,`
    if (busy > 0) return `${busy} threads never pause`
    if (heldBytes > calm.heldBytes + leftBytes)
      return `${inMegabytes(heldBytes)} held, ${inMegabytes(calm.heldBytes)} before,`
    return null
  }
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(0)} MB`
}
