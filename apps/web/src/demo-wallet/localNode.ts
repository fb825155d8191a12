import { WalletError } from './WalletError.ts'

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
