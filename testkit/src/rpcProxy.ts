import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { serveHttp } from './serveHttp.ts'

/** A JSON-RPC call as it went through. */
export interface ProxiedCall {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** What the proxy does to one HTTP request in place of passing it on, or to its answer. */
export type Interference =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Cuts the connection. */
  | { readonly kind: 'reset' }
  /** Answers one byte at a time, this far apart. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Changes the request's text before it is passed on. */
  | { readonly kind: 'rewrite'; readonly rewrite: (text: string) => string }
  /** Passes the request on and changes the answer's text. */
  | { readonly kind: 'edit'; readonly edit: (text: string) => string }

export interface RpcProxyOptions {
  /** Added to each HTTP request, as the way to a public endpoint does. */
  readonly delayMs?: number
  /** Larger requests are answered 413. */
  readonly maxBodyBytes?: number
  /** Called for each HTTP request; undefined lets it through. */
  readonly interfere?: ((calls: readonly ProxiedCall[]) => Interference | undefined) | undefined
}

/** What went through since the start or the last reset. */
export interface RpcTraffic {
  readonly requests: number
  readonly calls: Readonly<Record<string, number>>
  readonly bytesSent: number
  readonly bytesReceived: number
}

export interface RpcProxy {
  readonly url: string
  traffic(): RpcTraffic
  reset(): void
  /** Replaces what is done to requests. */
  interfere(how: RpcProxyOptions['interfere']): void
  /** Waits for this before an answer is passed on. */
  holdBack(until: (calls: readonly ProxiedCall[]) => Promise<void>): void
  stop(): Promise<void>
}

/**
 * A proxy before a chain that counts calls and bytes, delays, and misbehaves on demand.
 *
 * @param target the chain's URL, or a function that returns it later: the proxy may start before its chain.
 * @example const proxy = await startRpcProxy(chain.url, { delayMs: 50 })
 */
export async function startRpcProxy(target: string | (() => string), options: RpcProxyOptions = {}): Promise<RpcProxy> {
  const targetUrl = (): string => (typeof target === 'string' ? target : target())
  let { interfere } = options
  let traffic = emptyTraffic()
  let holdBack: (calls: readonly ProxiedCall[]) => Promise<void> = () => Promise.resolve()
  const ended = new AbortController()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Pages ask from another origin, as they do public endpoints.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const body = await readText(request)
    const calls = callsOf(body)
    traffic.requests += 1
    traffic.bytesSent += body.length
    for (const { method } of calls) traffic.calls[method] = (traffic.calls[method] ?? 0) + 1
    if (options.delayMs) await delay(options.delayMs, undefined, { signal: ended.signal })
    if (body.length > (options.maxBodyBytes ?? Number.POSITIVE_INFINITY)) return void response.writeHead(413).end()
    const interference = interfere?.(calls)
    switch (interference?.kind) {
      case 'hang':
        return
      case 'reset':
        return void response.socket?.resetAndDestroy()
      case 'answer':
        return void response.writeHead(interference.status, interference.headers).end(interference.body)
      case 'drip':
        return drip(response, await forward(targetUrl(), body), interference.everyMs, ended.signal)
      default: {
        const sent = interference?.kind === 'rewrite' ? interference.rewrite(body) : body
        const answer = await forward(targetUrl(), sent)
        await holdBack(calls)
        const text = interference?.kind === 'edit' ? interference.edit(answer) : answer
        traffic.bytesReceived += text.length
        response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      }
    }
  }

  const { url, stop } = await serveHttp((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  return {
    url,
    traffic: () => ({ ...traffic, calls: { ...traffic.calls } }),
    reset() {
      traffic = emptyTraffic()
    },
    interfere(how) {
      interfere = how
    },
    holdBack(until) {
      holdBack = until
    },
    async stop() {
      ended.abort()
      await stop()
    },
  }
}

function emptyTraffic(): { requests: number; calls: Record<string, number>; bytesSent: number; bytesReceived: number } {
  return { requests: 0, calls: {}, bytesSent: 0, bytesReceived: 0 }
}

async function forward(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return response.text()
}

async function drip(response: ServerResponse, text: string, everyMs: number, signal: AbortSignal): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  for (const char of text) {
    if (response.destroyed) return
    response.write(char)
    await delay(everyMs, undefined, { signal })
  }
  response.end()
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function callsOf(body: string): ProxiedCall[] {
  const parsed: ProxiedCall | ProxiedCall[] = JSON.parse(body)
  return Array.isArray(parsed) ? parsed : [parsed]
}
