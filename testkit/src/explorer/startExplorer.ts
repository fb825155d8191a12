import { once } from 'node:events'
import { createServer } from 'node:http'
import { createLocalClient } from '../chain/createLocalClient.ts'
import { ChainLedger } from './ChainLedger.ts'
import { explorerAnswer, refusal, type ExplorerAnswer } from './explorerAnswer.ts'

/** What an explorer that misbehaves says instead. */
export interface Disturbance {
  readonly httpStatus?: number
  readonly body: string
}

/** Sees every question with its honest answer; null lets that pass. `'silence'` never answers. */
export type Disturb = (query: URLSearchParams, honest: ExplorerAnswer) => Disturbance | 'silence' | null

export interface Explorer {
  /** What `EXPLORER_API_URL` is to say. */
  readonly url: string
  /** Questions so far. */
  readonly asked: number
  /** Makes it misbehave from now on; null makes it honest again. */
  disturb(how: Disturb | null): void
  stop(): Promise<void>
}

export interface ExplorerOptions {
  /** Above it the explorer answers as explorers do then; unlimited without. */
  readonly requestsPerSecond?: number
  /** 0, the default, takes a free one. */
  readonly port?: number
}

/** A block explorer's API over the local chain, Etherscan-compatible as far as Trade Stats ask. */
export async function startExplorer(chainUrl: string, options: ExplorerOptions = {}): Promise<Explorer> {
  const ledger = new ChainLedger(createLocalClient(chainUrl))
  const { requestsPerSecond = Infinity } = options
  let askedAtMs: number[] = []
  let asked = 0
  let misbehaviour: Disturb | null = null
  let reading: Promise<void> = Promise.resolve()

  async function answer(query: URLSearchParams): Promise<ExplorerAnswer> {
    const nowMs = performance.now()
    askedAtMs = [...askedAtMs.filter((atMs) => atMs > nowMs - 1000), nowMs]
    if (askedAtMs.length > requestsPerSecond)
      return refusal('Max rate limit reached, please use API Key for higher rate limit')
    // One at a time: two readers would write every block twice.
    reading = reading.catch(() => undefined).then(() => ledger.catchUp())
    await reading
    return explorerAnswer(ledger, query)
  }

  const server = createServer((request, response) => {
    asked += 1
    const { searchParams } = new URL(request.url ?? '/', 'http://explorer')
    answer(searchParams).then(
      (honest) => {
        const said = misbehaviour?.(searchParams, honest) ?? { body: JSON.stringify(honest) }
        if (said === 'silence') return
        response.writeHead(said.httpStatus ?? 200, { 'content-type': 'application/json' }).end(said.body)
      },
      () => response.writeHead(503).end(),
    )
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The explorer has no port')
  return {
    url: `http://127.0.0.1:${address.port}/api`,
    get asked() {
      return asked
    },
    disturb(how) {
      misbehaviour = how
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
