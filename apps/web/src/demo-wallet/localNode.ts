import { WalletError } from './WalletError.ts'

/** The local chain's own JSON-RPC, which signs for its accounts. */
export interface LocalNode {
  request(method: string, params?: unknown): Promise<unknown>
}

const timeoutMs = 15_000

export function createLocalNode(url: string): LocalNode {
  let id = 0
  return {
    request: async (method, params = []) => {
      id += 1
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer: unknown = await response.json()
      if (typeof answer !== 'object' || answer === null) throw new WalletError(-32603, 'the local chain gave no answer')
      if ('error' in answer) throw WalletError.fromNode(answer.error)
      return 'result' in answer ? answer.result : null
    },
  }
}
