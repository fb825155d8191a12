/** The node answered one of the calls with an error. */
export class RpcRefused extends Error {
  readonly code = 'rpc-refused'
  readonly method: string
  constructor(method: string, message: string) {
    super(`${method}: ${message}`)
    this.method = method
  }
}

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

interface RpcAnswer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const timeoutMs = 120_000
const batchSize = 500

/** Batched JSON-RPC: setting up a measured world takes thousands of calls. */
export class RpcBatch {
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }

  async #post(body: string): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  /** One call. */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const [result] = await this.all([{ method, params }])
    return result
  }

  /** The results in call order. @throws the first refusal */
  async all(calls: readonly RpcCall[]): Promise<unknown[]> {
    const results: unknown[] = []
    for (let start = 0; start < calls.length; start += batchSize) {
      const part = calls.slice(start, start + batchSize)
      const body = JSON.stringify(part.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
      const answers: readonly RpcAnswer[] = JSON.parse(await (await this.#post(body)).text())
      for (const answer of answers.toSorted((one, other) => one.id - other.id)) {
        if (answer.error) throw new RpcRefused(part[answer.id]?.method ?? '', answer.error.message)
        results.push(answer.result)
      }
    }
    return results
  }
}
