import {
  asksForHead,
  faultOfReply,
  headOf,
  isRead,
  type RpcCall,
  RpcFault,
  type RpcOptions,
  type RpcReply,
  RpcUnavailableError,
} from './RpcCall.ts'
import { checkChain, chooseEndpoint, createEndpoint, postCalls, type RpcEndpoint, skipEndpoint } from './endpoint.ts'

/** Resolves after `durationMs`; rejects with the signal's reason as soon as it aborts. */
export function waitMs(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, durationMs)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** A reply, or the reason there is none. */
export type Settled = { readonly reply: RpcReply } | { readonly failure: Error }

export interface RpcPool {
  /** Gets every call answered by the first endpoint that can. Rejects only with the `signal`'s reason. */
  perform(calls: readonly RpcCall[], signal?: AbortSignal): Promise<Settled[]>
}

/**
 * Combines endpoints in order of preference.
 *
 * A failed endpoint goes into cooldown for `skipMs`. Reads are retried on "busy" up to `retries` times with growing pauses.
 * Every endpoint must prove its chain id; stale heads are detected. A write is sent once, to one endpoint.
 */
export function createRpcPool(urls: readonly string[], chainId: number, options: RpcOptions): RpcPool {
  const endpoints = urls.map(createEndpoint)
  const heads = createHeadWatch(endpoints, options)

  async function ask(
    endpoint: RpcEndpoint,
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<RpcReply[]> {
    const check = (endpoint.chainCheck ??= checkChain(endpoint, chainId, options))
    const post = (): Promise<RpcReply[]> =>
      postCalls(endpoint.url, calls, { timeoutMs: options.requestTimeoutMs, signal })
    // A read may travel during the chain id check; its answer counts only afterwards.
    if (!calls.every(isRead)) return check.then(post)
    const [replies] = await Promise.all([post(), check])
    return replies
  }

  async function perform(calls: readonly RpcCall[], signal?: AbortSignal): Promise<Settled[]> {
    const settled: Settled[] = Array.from({ length: calls.length }, () => ({
      failure: new RpcUnavailableError(new RpcFault('connect')),
    }))
    let open = calls.map((call, index) => ({ call, index }))
    const spent = new Set<RpcEndpoint>()
    let retries = 0

    // Each round uses up an endpoint or a retry, so there are at most endpoints + retries + 1 rounds.
    for (;;) {
      const choice = chooseEndpoint(endpoints, spent, performance.now())
      if (!choice) return settled
      const { endpoint } = choice
      if (choice.waitMs > 0) await waitMs(choice.waitMs, signal)

      const outcome = await attempt(
        endpoint,
        open.map(({ call }) => call),
        signal,
      )
      if (outcome.split) return splitBatch(open, settled, signal)
      const stillOpen: typeof open = []
      open.forEach((entry, position) => {
        const answer = outcome.answers[position]
        if (answer === undefined || answer instanceof RpcFault) {
          settled[entry.index] = { failure: new RpcUnavailableError(answer ?? new RpcFault('malformed')) }
          stillOpen.push(entry)
        } else settled[entry.index] = { reply: answer }
      })
      const fault = outcome.answers.find((answer) => answer instanceof RpcFault)
      if (!(fault instanceof RpcFault)) return settled
      open = stillOpen
      if (
        !maySendAgain(
          open.map(({ call }) => call),
          fault,
        )
      )
        return settled
      if (fault.kind === 'busy' && retries < options.retries) rest(endpoint, fault, ++retries)
      else spend(endpoint, fault)
    }

    function spend(endpoint: RpcEndpoint, fault: RpcFault): void {
      spent.add(endpoint)
      if (fault.kind !== 'tooLarge') skipEndpoint(endpoint, performance.now() + options.skipMs)
    }

    function rest(endpoint: RpcEndpoint, fault: RpcFault, attemptNumber: number): void {
      const pauseMs = fault.retryAfterMs ?? options.retryPauseMs * attemptNumber
      if (pauseMs > options.longestPauseMs) spend(endpoint, fault)
      endpoint.restingUntilMs = performance.now() + pauseMs
    }
  }

  /** One round: the endpoint's reply or fault for each call. */
  async function attempt(
    endpoint: RpcEndpoint,
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<{ answers: (RpcReply | RpcFault)[]; split: boolean }> {
    const place = endpoints.indexOf(endpoint) + 1
    const startedMs = performance.now()
    try {
      const replies = await ask(endpoint, calls, signal)
      endpoint.skippedUntilMs = 0
      const answers = replies.map((reply, index) => {
        const call = calls[index]
        return (call && (faultOfReply(call, reply) ?? heads.notice(endpoint, call, reply))) ?? reply
      })
      const fault = answers.find((answer) => answer instanceof RpcFault)
      if (fault instanceof RpcFault) options.observer?.failed(place, fault.kind)
      else options.observer?.answered(place, performance.now() - startedMs)
      return { answers, split: false }
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error
      options.observer?.failed(place, error.kind)
      return { answers: calls.map(() => error), split: error.kind === 'tooLarge' && calls.length > 1 }
    }
  }

  async function splitBatch(
    open: readonly { call: RpcCall; index: number }[],
    settled: Settled[],
    signal: AbortSignal | undefined,
  ): Promise<Settled[]> {
    const middle = Math.ceil(open.length / 2)
    for (const half of [open.slice(0, middle), open.slice(middle)]) {
      const answers = await perform(
        half.map(({ call }) => call),
        signal,
      )
      half.forEach(({ index }, position) => {
        const answer = answers[position]
        if (answer) settled[index] = answer
      })
    }
    return settled
  }

  return { perform }
}

/** A transaction may have been sent even without an answer. Only a failed chain id check allows a resend. */
function maySendAgain(calls: readonly RpcCall[], fault: RpcFault): boolean {
  return calls.every(isRead) || fault.kind === 'wrongChain'
}

interface HeadWatch {
  /**
   * Records the head contained in a reply.
   *
   * @returns a fault if that head is far behind another endpoint's.
   */
  notice(endpoint: RpcEndpoint, call: RpcCall, reply: RpcReply): RpcFault | undefined
}

/**
 * Detects stale endpoints.
 *
 * At once if another endpoint has shown a newer head; for a head that doesn't move, by querying the others in the
 * background. A single endpoint has nothing to be compared with.
 */
function createHeadWatch(endpoints: readonly RpcEndpoint[], options: RpcOptions): HeadWatch {
  return {
    notice(endpoint, call, reply) {
      const head = asksForHead(call) && 'result' in reply ? headOf(reply.result) : undefined
      if (head === undefined) return undefined
      note(endpoint, head)
      if (isBehind(endpoint, head)) return new RpcFault('stale')
      compareIfSuspicious(endpoint)
      return undefined
    },
  }

  function note(endpoint: RpcEndpoint, head: bigint): void {
    if (endpoint.head?.number !== head) endpoint.head = { number: head, sinceMs: performance.now() }
  }

  function isBehind(endpoint: RpcEndpoint, head: bigint): boolean {
    return endpoints.some(
      (other) => other !== endpoint && other.head && isFresh(other) && other.head.number > head + options.staleByBlocks,
    )
  }

  /** A head seen before a fault may belong to a chain that has since been reset. */
  function isFresh(endpoint: RpcEndpoint): boolean {
    return endpoint.skippedUntilMs <= performance.now()
  }

  function compareIfSuspicious(endpoint: RpcEndpoint): void {
    const nowMs = performance.now()
    const firstTime = endpoint.comparedAtMs === Number.NEGATIVE_INFINITY
    const standsStill = endpoint.head !== undefined && nowMs - endpoint.head.sinceMs >= options.suspiciousAfterMs
    if (
      endpoints.length < 2 ||
      !(firstTime || standsStill) ||
      nowMs - endpoint.comparedAtMs < options.suspiciousAfterMs
    )
      return
    endpoint.comparedAtMs = nowMs
    void compare(endpoint)
  }

  async function compare(endpoint: RpcEndpoint): Promise<void> {
    const others = endpoints.filter((other) => other !== endpoint && other.skippedUntilMs <= performance.now())
    await Promise.allSettled(
      others.map(async (other) => {
        const [reply] = await postCalls(other.url, [{ method: 'eth_blockNumber' }], {
          timeoutMs: options.connectTimeoutMs,
        })
        const head = reply && 'result' in reply ? headOf(reply.result) : undefined
        if (head !== undefined) note(other, head)
      }),
    )
    if (endpoint.head && isBehind(endpoint, endpoint.head.number))
      skipEndpoint(endpoint, performance.now() + options.skipMs)
  }
}
