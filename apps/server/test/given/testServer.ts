import { Writable } from 'node:stream'
import {
  allRoutes,
  createClientOf,
  wireOfferSchema,
  type AllRoutes,
  type ApiClient,
  type WireOffer,
} from '@parley/protocol'
import { z } from 'zod'
import { readConfig } from '../../src/config/readConfig.ts'
import { startServer, type RunningServer } from '../../src/startServer.ts'
import type { DatabaseEnv } from './engines.ts'
import type { Market } from './market.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  /** `{text}` if the answer isn't JSON. */
  readonly body: Record<string, unknown>
}

export interface TestServer extends RunningServer {
  readonly api: ApiClient<AllRoutes>
  /** The log so far, one line each. */
  readonly log: readonly string[]
  /** A raw answer, for what the client can't send or parse. */
  raw(path: string, init?: RequestInit): Promise<RawAnswer>
  /** Sends JSON. */
  send(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<RawAnswer>
  /** The offer on the server; null for any status but 200. */
  offer(id: string): Promise<WireOffer | null>
}

/** A server configured as by its environment, in this process. */
export async function startTestServer(
  market: { readonly chain: Pick<Market['chain'], 'url'> } & Pick<Market, 'deploymentFile'>,
  database: DatabaseEnv,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const log: string[] = []
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(...chunk.toString().trimEnd().split('\n'))
      done()
    },
  })
  const config = readConfig({
    PORT: '0',
    RPC_URLS: market.chain.url,
    DEPLOYMENT_FILE: market.deploymentFile,
    // An idle server that looks 20 times a second takes a twelfth of a processor.
    POLL_MS: '200',
    LOG_LEVEL: 'debug',
    ...database,
    ...env,
  })
  const server = await startServer(config, { logTo })
  const raw = async (path: string, init?: RequestInit): Promise<RawAnswer> => {
    const response = await fetch(server.url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
  }
  return {
    ...server,
    api: createClientOf(allRoutes, server.url, { timeoutMs: patienceMs }),
    log,
    raw,
    send: (method, path, body) =>
      raw(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    async offer(id) {
      const { status, body } = await raw(`/api/swap-offers/${id}`)
      return status === 200 ? offerAnswer.parse(body).offer : null
    },
  }
}

const offerAnswer = z.object({ offer: wireOfferSchema })

/** A wait this long is a hang on any machine. */
export const patienceMs = 240_000

/** A machine that stood still for minutes has let nothing happen in them. */
const longestStepMs = 1_000

/** Polls until `look` succeeds. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  let waitedMs = 0
  for (let lastMs = performance.now(); ;) {
    const seen = await look()
    if (seen) return seen
    if (waitedMs > patienceMs) throw new Error(`it did not come to pass within ${patienceMs / 1000} seconds`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const nowMs = performance.now()
    waitedMs += Math.min(nowMs - lastMs, longestStepMs)
    lastMs = nowMs
  }
}
