import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { Random } from '../art/random.ts'

/** The site's public host; the server listens elsewhere, as behind a proxy. */
export const siteHost = 'parley.test'
export const siteOrigin = `https://${siteHost}`

/** The source address of one machine on the internet. */
export interface Source {
  /** An address of 127.0.0.0/8. */
  readonly localAddress: string
  /** What a proxy in front of the server would report; null without one. */
  readonly forwarded: string | null
}

/** How to reach a server. */
export interface Door {
  readonly port: number
  /** Whether there is a proxy in front, which appends the address it sees to `X-Forwarded-For`. */
  readonly isProxied: boolean
}

export function sourceAt(door: Door, localAddress: string, address = localAddress): Source {
  return { localAddress, forwarded: door.isProxied ? address : null }
}

/** A machine of the strangers' networks. Few networks, so that limits per address are hit. */
export function strangerSource(door: Door, dice: Random): Source {
  const network = Math.floor(dice.between(1, 9))
  return sourceAt(door, `127.66.${network}.${Math.floor(dice.between(1, 4))}`)
}

/** Headers of every request from this source. `claimed` is what the sender itself put into `X-Forwarded-For`. */
export function sourceHeaders({ forwarded }: Source, claimed?: string): Record<string, string> {
  const hops = [claimed, forwarded].filter((hop) => hop !== undefined && hop !== null)
  return { host: siteHost, ...(hops.length > 0 ? { 'x-forwarded-for': hops.join(', ') } : {}) }
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly tookMs: number
}

export interface Request {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

class ClosedMeanwhileError extends Error {
  override readonly name = 'ClosedMeanwhileError'
}

/** Sends well-formed HTTP from one source over keep-alive connections, like a browser. */
export class HttpClient {
  private readonly agent: Agent
  private readonly door: Door
  private readonly source: Source

  constructor(door: Door, source: Source) {
    this.door = door
    this.source = source
    this.agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress: source.localAddress })
  }

  /** Retries, as browsers do, if the server was just closing the reused connection. */
  async ask(request: Request, timeoutMs: number): Promise<Answer> {
    for (;;) {
      try {
        return await this.askOnce(request, timeoutMs)
      } catch (error) {
        if (!(error instanceof ClosedMeanwhileError)) throw error
      }
    }
  }

  private askOnce({ path, method = 'GET', headers = {}, body }: Request, timeoutMs: number): Promise<Answer> {
    const startedMs = performance.now()
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port: this.door.port,
        path,
        method,
        agent: this.agent,
        headers: { ...sourceHeaders(this.source), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      })
      request.once('error', (error) => {
        const isClosed = 'code' in error && error.code === 'ECONNRESET' && request.reusedSocket
        reject(isClosed ? new ClosedMeanwhileError() : error)
      })
      request.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            tookMs: performance.now() - startedMs,
          }),
        )
      })
      request.end(body)
    })
  }

  close(): void {
    this.agent.destroy()
  }
}
