import { request as httpRequest, type ClientRequest } from 'node:http'
import { createInterface } from 'node:readline'
import { liveEventSchema, liveEventsPath, type LiveEvent } from '@parley/protocol'
import { Breach } from '../breach.ts'
import { sourceHeaders, type Door, type Source } from '../network.ts'

interface Heard {
  readonly event: LiveEvent
  readonly atMs: number
}

/** The event stream of an open page. */
export class LivePage {
  private readonly request: ClientRequest
  private readonly heard: Heard[] = []
  private trouble: Breach | undefined
  private wake: (() => void) | undefined

  private constructor(request: ClientRequest) {
    this.request = request
  }

  static open(door: Door, source: Source, timeoutMs: number): Promise<LivePage> {
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port: door.port,
        path: liveEventsPath,
        localAddress: source.localAddress,
        headers: { ...sourceHeaders(source), accept: 'text/event-stream' },
      })
      const page = new LivePage(request)
      const timer = setTimeout(() => request.destroy(new Breach('wrong', 'live line: no answer in time')), timeoutMs)
      request.on('error', reject)
      request.once('response', (response) => {
        clearTimeout(timer)
        if (response.statusCode !== 200) {
          request.destroy()
          reject(new Breach('wrong', `live line: status ${response.statusCode}`))
          return
        }
        response.on('error', () => undefined)
        response.once('close', () => page.fail('live line: cut'))
        createInterface(response)
          .on('line', (line) => page.hear(line))
          .on('error', () => undefined)
        resolve(page)
      })
      request.end()
    })
  }

  /** Number of events so far; {@link hears} searches those after it. */
  get mark(): number {
    return this.heard.length
  }

  /** Waits for an event after `since`. @returns its arrival by `performance.now()`. */
  async hears(isIt: (event: LiveEvent) => boolean, since: number, timeoutMs: number): Promise<number> {
    const deadline = setTimeout(() => this.fail(`live line: not told within ${timeoutMs} ms`), timeoutMs)
    try {
      for (let next = since; ; next += 1) {
        while (next >= this.heard.length) {
          if (this.trouble) throw this.trouble
          await new Promise<void>((resolve) => (this.wake = resolve))
        }
        const entry = this.heard[next]
        if (entry && isIt(entry.event)) return entry.atMs
      }
    } finally {
      clearTimeout(deadline)
    }
  }

  close(): void {
    this.request.destroy()
  }

  private hear(line: string): void {
    if (!line.startsWith('data: ')) return
    try {
      this.heard.push({ event: liveEventSchema.parse(JSON.parse(line.slice(6))), atMs: performance.now() })
      this.wake?.()
    } catch {
      this.fail(`live line: said ${line}`)
    }
  }

  private fail(what: string): void {
    this.trouble ??= new Breach('wrong', what)
    this.wake?.()
  }
}
