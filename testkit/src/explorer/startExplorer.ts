import type { RequestListener } from 'node:http'
import { createLocalClient } from '../chain/createLocalClient.ts'
import { serveHttp } from '../serveHttp.ts'
import { ChainLedger } from './ChainLedger.ts'
import { explorerAnswer, refusal, type ExplorerAnswer } from './explorerAnswer.ts'

/** A faulty explorer's answer. */
export interface Disturbance {
  readonly httpStatus?: number
  readonly body: string
}

/** Gets every query with its honest answer; null lets that through. `'silence'` never answers. */
export type Disturb = (query: URLSearchParams, honest: ExplorerAnswer) => Disturbance | 'silence' | null

export interface Explorer {
  /** The value for `EXPLORER_API_URL`. */
  readonly url: string
  /** Questions so far. */
  readonly asked: number
  /** Sets the faults from now on; null ends them. */
  disturb(how: Disturb | null): void
  stop(): Promise<void>
}

export interface ExplorerOptions {
  /** Beyond this rate it answers with a rate-limit error; no limit by default. */
  readonly requestsPerSecond?: number
  /** 0, the default, picks a free one. */
  readonly port?: number
}

/** An Etherscan-compatible API over the local chain, as far as Trade Stats need it. */
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
    // One at a time: two concurrent readers would add every block twice.
    reading = reading.catch(() => undefined).then(() => ledger.catchUp())
    await reading
    return explorerAnswer(ledger, query)
  }

  const explorer: RequestListener = (request, response) => {
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
  }
  const { url, stop } = await serveHttp(explorer, options)
  return {
    url: `${url}/api`,
    get asked() {
      return asked
    },
    disturb(how) {
      misbehaviour = how
    },
    stop,
  }
}
