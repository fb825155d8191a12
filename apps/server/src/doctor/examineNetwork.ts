import { numberToHex } from 'viem'
import { z } from 'zod'
import type { ServerConfig } from '../config/serverConfig.ts'
import { type Finding, fine, warning, wrong } from './Finding.ts'

export interface ExaminedEndpoint {
  readonly url: string
  readonly finding: Finding
  /** The endpoint's clock, unix milliseconds, at our time `askedMs`; null if it isn't sent. */
  readonly clock: { readonly theirsMs: number; readonly oursMs: number } | null
}

const timeoutMs = 10_000
const maxBehindBlocks = 10
const logsOfBlocks = 100

/** Whether each endpoint answers, of the right chain, up to date, with logs. They go by their place: an address may hold a key. */
export async function examineEndpoints({ rpcUrls, deployment }: ServerConfig): Promise<ExaminedEndpoint[]> {
  const seen = await Promise.all(rpcUrls.map((url) => look(url, deployment.escrows[0]?.address)))
  const newest = Math.max(...seen.map(({ head }) => head ?? 0))
  const faults = seen.map((sight) => faultOf(sight, { newest, chainId: deployment.chainId }))
  const hasGood = faults.includes(null)
  return seen.map(({ url, clock, head }, index) => ({
    url,
    clock,
    finding: findingOf(`RPC endpoint ${index + 1}`, { head, fault: faults[index] ?? null, hasGood }),
  }))
}

interface Sight {
  readonly url: string
  readonly failure: string | null
  readonly chainId: number | null
  readonly head: number | null
  readonly givesLogs: boolean
  readonly clock: ExaminedEndpoint['clock']
}

interface Fault {
  readonly words: string
  /** It will be the same tomorrow, unlike an endpoint that is away or late. */
  readonly lasting: boolean
}

/** A server starts while the chain is down, so only lasting faults are `wrong`, and only without a good endpoint. */
function findingOf(
  what: string,
  { head, fault, hasGood }: Pick<Sight, 'head'> & { readonly fault: Fault | null; readonly hasGood: boolean },
): Finding {
  if (fault === null) return fine(what, `It answers, at block ${head}.`)
  return fault.lasting && !hasGood ? wrong(what, fault.words) : warning(what, fault.words)
}

function faultOf(sight: Sight, { newest, chainId }: { newest: number; chainId: number }): Fault | null {
  const lasting = (words: string): Fault => ({ words, lasting: true })
  const passing = (words: string): Fault => ({ words, lasting: false })
  if (sight.failure !== null) return passing(`It does not answer: ${sight.failure}. Look at RPC_URLS.`)
  if (sight.chainId !== chainId)
    return lasting(`It is of chain ${sight.chainId}, the deployment is of ${chainId}. Take it out of RPC_URLS.`)
  if (sight.head === null) return passing('It does not tell its newest block. Take it out of RPC_URLS.')
  if (newest - sight.head > maxBehindBlocks)
    return passing(`It is ${newest - sight.head} blocks behind the others. Put a better one before it.`)
  if (!sight.givesLogs)
    return lasting(`It refuses the logs of the last ${logsOfBlocks} blocks, which the index is made of. Use another.`)
  return null
}

async function look(url: string, escrow: string | undefined): Promise<Sight> {
  const nothing = { url, chainId: null, head: null, givesLogs: false, clock: null }
  try {
    const chain = await ask(url, 'eth_chainId', [])
    const head = toNumber((await ask(url, 'eth_blockNumber', [])).result)
    const range = { fromBlock: numberToHex(Math.max(0, (head ?? 0) - logsOfBlocks)), toBlock: 'latest' }
    const logs = await ask(url, 'eth_getLogs', [{ ...range, ...(escrow ? { address: escrow } : {}) }])
    const clock = chain.dateMs === null ? null : { theirsMs: chain.dateMs, oursMs: Date.now() }
    return { url, failure: null, chainId: toNumber(chain.result), head, givesLogs: Array.isArray(logs.result), clock }
  } catch (error) {
    return { ...nothing, failure: reasonOf(error) }
  }
}

const replySchema = z.looseObject({ result: z.unknown() })

async function ask(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<{ result: unknown; dateMs: number | null }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const date = Date.parse(response.headers.get('date') ?? '')
  return { result: replySchema.parse(JSON.parse(text)).result, dateMs: Number.isNaN(date) ? null : date }
}

function toNumber(value: unknown): number | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : null
}

/** Without the address, which may hold a key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'for no reason that could be told'
  const { cause } = error
  // Failures below HTTP: the system's error code, or `fetch`'s own reason, such as a forbidden port.
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return /^HTTP \d+$/.test(error.message) ? error.message : 'what it says is no JSON-RPC'
}
