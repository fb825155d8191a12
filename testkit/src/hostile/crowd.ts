import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Breach } from './breach.ts'
import type { Door, Source } from './network.ts'

const connectTimeoutMs = 30_000
const keptBytes = 256 * 1024

/** A raw TCP connection of a stranger. */
export class Line {
  readonly socket: Socket
  readonly source: Source
  /** Called with incoming bytes before anything else reads them. */
  onBytes: () => void = () => undefined
  private chunks: Buffer[] = []
  private bytes = 0
  /** Closed on this side. */
  isLeft = false
  private isOver = false
  private readonly waiting = new Set<() => void>()

  constructor(socket: Socket, source: Source) {
    this.socket = socket
    this.source = source
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      this.bytes += chunk.length
      if (this.bytes <= keptBytes) this.chunks.push(chunk)
      this.onBytes()
      this.wake()
    })
    const end = (): void => {
      this.isOver = true
      this.wake()
    }
    socket.once('end', end).once('close', end)
  }

  /** The received bytes that were retained. */
  get received(): Buffer {
    return Buffer.concat(this.chunks)
  }

  /** Drops the first bytes received. */
  consume(bytes: number): void {
    this.chunks = [this.received.subarray(bytes)]
    this.bytes = this.chunks[0]?.length ?? 0
  }

  write(data: string | Uint8Array): void {
    if (this.socket.writable) this.socket.write(data)
  }

  /** Waits until `look` returns a value for what arrived. @returns null on close or time-out. */
  async until<T>(look: () => T | null | undefined | false, timeoutMs: number): Promise<T | null> {
    const { promise, resolve } = Promise.withResolvers<T | null>()
    const timer = setTimeout(() => resolve(null), timeoutMs)
    const lookAgain = (): void => {
      const seen = look()
      if (seen) resolve(seen)
      else if (this.isOver) resolve(null)
    }
    this.waiting.add(lookAgain)
    lookAgain()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.waiting.delete(lookAgain)
    }
  }

  /** The status of the first answer; null if there is none. */
  async status(timeoutMs: number): Promise<number | null> {
    const found = await this.until(
      () => /^HTTP\/1\.1 (\d{3})/.exec(this.received.toString('latin1', 0, 32))?.[1],
      timeoutMs,
    )
    return found === null ? null : Number(found)
  }

  close(): void {
    this.isLeft = true
    this.socket.destroy()
  }

  private wake(): void {
    for (const look of this.waiting) look()
  }
}

export interface Exchanged {
  /** Null where no answer came. */
  readonly status: number | null
  readonly text: string
  /** The stranger disconnected first. */
  readonly wasLeft: boolean
}

/** All connections that strangers hold open at a server. */
export class Crowd {
  readonly door: Door
  private readonly lines = new Set<Line>()
  private readonly works = new Set<Promise<unknown>>()
  /** Connections opened so far. */
  opened = 0

  constructor(door: Door) {
    this.door = door
  }

  get open(): number {
    return this.lines.size
  }

  async connect(source: Source): Promise<Line> {
    const socket = connect({ host: '127.0.0.1', port: this.door.port, localAddress: source.localAddress })
    const line = new Line(socket, source)
    this.lines.add(line)
    this.opened += 1
    socket.once('close', () => this.lines.delete(line))
    const failed = once(socket, 'close').then(() => Promise.reject(new Breach('dead', 'no connection is taken')))
    failed.catch(() => undefined)
    await Promise.race([
      once(socket, 'connect'),
      failed,
      delay(connectTimeoutMs, undefined, { ref: false }).then(() =>
        Promise.reject(new Breach('dead', `no connection is taken within ${connectTimeoutMs} ms`)),
      ),
    ])
    return line
  }

  /** Sends bytes, waits for the answer's status, and closes. */
  async exchange(source: Source, bytes: string | Uint8Array, timeoutMs: number): Promise<Exchanged> {
    const line = await this.connect(source)
    line.write(bytes)
    const status = await line.status(timeoutMs)
    const text = line.received.toString('latin1')
    const wasLeft = line.isLeft
    line.close()
    return { status, text, wasLeft }
  }

  /** Work that continues during later steps. Its breach counts at the next rest. */
  linger(work: Promise<unknown>): void {
    const settled = work.finally(() => this.works.delete(settled))
    settled.catch(() => undefined)
    this.works.add(settled)
  }

  /** Disconnects all strangers. @throws the first breach of those still active. */
  async disperse(): Promise<void> {
    const works = [...this.works]
    for (const line of this.lines) line.close()
    const outcomes = await Promise.allSettled(works)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected' && outcome.reason instanceof Breach)
    if (failed?.status === 'rejected') throw failed.reason
  }
}
