import type { PageDeployment } from '@parley/protocol'
import { isHex, keccak256 } from 'viem'

/** The local chain's own JSON-RPC, which signs for its accounts. */
export interface LocalNode {
  request(method: string, params?: unknown): Promise<unknown>
}

const timeoutMs = 15_000

/**
 * The local chain by its endpoints in order: one that cannot be reached is passed over. What may have reached one of them is
 * sent to no other.
 */
export function createLocalNode(urls: readonly string[]): LocalNode {
  let id = 0
  return {
    request: async (method, params = []) => {
      id += 1
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      const answer: unknown = await postToFirst(urls, body, method.startsWith('eth_send'))
      if (typeof answer !== 'object' || answer === null) throw new WalletError(-32603, 'the local chain gave no answer')
      if ('error' in answer) throw WalletError.fromNode(answer.error)
      return 'result' in answer ? answer.result : null
    },
  }
}

async function postToFirst(urls: readonly string[], body: string, once: boolean): Promise<unknown> {
  let failure: unknown = new WalletError(-32603, 'no endpoint of the local chain is configured')
  for (const url of urls) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return await response.json()
      failure = new WalletError(-32603, `the local chain answered ${response.status}`)
    } catch (error) {
      failure = error
      // A connection that never stood carried nothing; anything else may have.
      if (once && !(error instanceof TypeError)) throw error
    }
  }
  throw failure
}

/** How much later than told a transaction to a slow collection sets out. */
const lateMs = 15_000

/**
 * The local node with a delay for slow collections (decision S13): transactions get their hash at once and are sent
 * later.
 */
export function sluggishNode(node: LocalNode, { collections }: Pick<PageDeployment, 'collections'>): LocalNode {
  const slow = new Set(collections.filter((row) => row.slowToConfirm).map((row) => row.address.toLowerCase()))
  return {
    request: (method, params) =>
      method === 'eth_sendTransaction' && slow.has(targetOf(params))
        ? sendLate(node, params)
        : node.request(method, params),
  }
}

function targetOf(params: unknown): string {
  const [first]: unknown[] = Array.isArray(params) ? params : []
  return typeof first === 'object' && first !== null && 'to' in first ? String(first.to).toLowerCase() : ''
}

async function sendLate(node: LocalNode, params: unknown): Promise<string> {
  const signed = await node.request('eth_signTransaction', params)
  if (!isHex(signed)) throw new WalletError(-32603, 'the local chain did not sign')
  // The page has a hash and waits for the receipt. If the chain refuses it by then, none arrives.
  setTimeout(() => void node.request('eth_sendRawTransaction', [signed]).catch(() => undefined), lateMs)
  return keccak256(signed)
}

/** An error as wallets throw it: a number that says what kind, and perhaps the node's own error inside. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** Passes on what the node said. */
  static fromNode(error: unknown): WalletError {
    if (typeof error !== 'object' || error === null) return new WalletError(-32603, 'Internal error')
    const code = 'code' in error && typeof error.code === 'number' ? error.code : -32603
    const message = 'message' in error && typeof error.message === 'string' ? error.message : 'Internal error'
    return new WalletError(code, message, 'data' in error ? error.data : undefined)
  }
}
