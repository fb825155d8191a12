import { Writable } from 'node:stream'
import { createApiClient, type ApiClient } from '@parley/protocol'
import { readConfig } from '../../src/config/readConfig.ts'
import { startServer, type RunningServer } from '../../src/startServer.ts'
import type { DatabaseEnv } from './engines.ts'
import type { Market } from './market.ts'

export interface TestServer extends RunningServer {
  readonly api: ApiClient
  /** The log so far, one line each. */
  readonly log: readonly string[]
  /** A raw answer, for what the client would not send or not take. */
  raw(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>
}

/** A server as the environment would start it, in this process. */
export async function startTestServer(
  market: Pick<Market, 'chain' | 'deploymentFile'>,
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
    POLL_MS: '50',
    LOG_LEVEL: 'debug',
    ...database,
    ...env,
  })
  const server = await startServer(config, { logTo })
  return {
    ...server,
    api: createApiClient(server.url),
    log,
    async raw(path, init) {
      const response = await fetch(server.url + path, { redirect: 'manual', ...init })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
    },
  }
}

/** Waits for what is about to be seen, at most ten seconds. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadlineMs = performance.now() + 10_000
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > deadlineMs) throw new Error('it did not come to pass within ten seconds')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
