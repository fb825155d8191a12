import type { IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { createClientOf, inboxRoutes, memberRoutes, routes } from '@parley/protocol'
import type { Ledger, Outcome } from './Ledger.ts'

/** A browser without a screen, at an address of its own. */
export interface Site {
  readonly origin: string
  readonly authority: string
  readonly ledger: Ledger
}

const requestTimeoutMs = 70_000
/** A live page hears something every 15 s. */
const silenceMs = 45_000
/** Characters of an answer that say who refused a request, and why. */
const reasonLength = 80
const reconnectMs = 1_500
/** For now: too much at once, or something behind is away. */
const refusals: ReadonlySet<number> = new Set([429, 502, 503, 504])

const allRoutes = { ...routes, ...memberRoutes, ...inboxRoutes } as const

export class Visitor {
  readonly number: number
  readonly site: Site
  readonly agent: TlsAgent
  readonly #kind: string
  #cookie = ''
  readonly client = createClientOf(allRoutes, '', {
    timeoutMs: requestTimeoutMs,
    fetch: (input, init) => this.#fetch(input instanceof Request ? input.url : input.toString(), init),
  })

  constructor(site: Site, kind: string, number: number) {
    this.site = site
    this.number = number
    this.#kind = kind
    // Every address of 127.0.0.0/8 is this machine's: limits go by address.
    const localAddress = `127.${1 + (number >> 14)}.${(number >> 7) & 127}.${1 + (number & 127)}`
    this.agent = new TlsAgent({ keepAlive: true, maxSockets: 2, localAddress, ca: site.authority })
  }

  headers(): Readonly<Record<string, string>> {
    return { origin: this.site.origin, ...(this.#cookie && { cookie: this.#cookie }) }
  }

  /** @returns the answer's text; null for a refusal or none. Anything but these three is a fault. */
  async get(path: string): Promise<string | null> {
    try {
      const response = await this.#fetch(path)
      if (refusals.has(response.status)) return null
      if (response.status !== 200) this.site.ledger.fault('wrong', `${path} was answered ${response.status}`)
      return await response.text()
    } catch {
      return null
    }
  }

  /** Keeps hearing of changes, as a page does. */
  listen(path: string, onData: (data: string) => void, signal: AbortSignal): void {
    const again = (): void => {
      if (!signal.aborted) setTimeout(() => this.listen(path, onData, signal), reconnectMs * (0.5 + Math.random()))
    }
    const asked = tlsRequest(this.site.origin + path, { agent: this.agent, headers: this.headers(), signal })
    const alone = setTimeout(() => asked.destroy(), silenceMs)
    asked.on('response', (response) => {
      if (response.statusCode !== 200) {
        const status = response.statusCode ?? 0
        this.#count(refusals.has(status) ? 'refused' : 'cut', `live ${status}`)
        response.resume()
        return
      }
      this.#count('answered')
      let rest = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        alone.refresh()
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const line = block.split('\n').find((each) => each.startsWith('data: '))
          if (line !== undefined) onData(line.slice('data: '.length))
        }
      })
    })
    let hasAnswer = false
    asked.once('response', () => (hasAnswer = true))
    asked.on('error', (error) => {
      if (!hasAnswer && !signal.aborted) this.#count('cut', `live ${error.message}`)
    })
    asked.once('close', () => {
      clearTimeout(alone)
      again()
    })
    asked.end()
  }

  leave(): void {
    this.agent.destroy()
  }

  #count(outcome: Outcome, why = ''): void {
    this.site.ledger.count(this.#kind, outcome, why)
  }

  async #fetch(path: string, init?: RequestInit): Promise<Response> {
    const body = typeof init?.body === 'string' ? init.body : undefined
    const headers = {
      ...Object.fromEntries(new Headers(init?.headers)),
      ...this.headers(),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    }
    try {
      const signal = init?.signal ?? AbortSignal.timeout(requestTimeoutMs)
      const message = await ask(
        this.site.origin + path,
        { agent: this.agent, method: init?.method ?? 'GET', headers, signal },
        body,
      )
      const text = await readAll(message)
      const status = message.statusCode ?? 0
      if (refusals.has(status))
        this.#count('refused', `${init?.method ?? 'GET'} ${status} ${text.slice(0, reasonLength)}`)
      else this.#count('answered')
      this.#keepCookie(message)
      return new Response(status === 204 || status === 304 ? null : text, { status })
    } catch (error) {
      this.#count('cut', `${init?.method ?? 'GET'} ${error instanceof Error ? error.message : String(error)}`)
      throw error
    }
  }

  #keepCookie({ headers }: IncomingMessage): void {
    const [pair = ''] = headers['set-cookie']?.[0]?.split(';') ?? []
    if (pair) this.#cookie = pair.endsWith('=') ? '' : pair
  }
}

function ask(
  url: string,
  options: Parameters<typeof tlsRequest>[1],
  body: string | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = tlsRequest(url, options, resolve)
    asked.once('error', reject)
    asked.end(body)
  })
}

async function readAll(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of message.setEncoding('utf8')) text += String(part)
  return text
}
