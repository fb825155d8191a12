import { setTimeout as delay } from 'node:timers/promises'

const readyTimeoutMs = 60_000
const pollMs = 100

/** Waits until a server's index has caught up with the chain, up to a time limit. */
export async function untilReady(url: string): Promise<void> {
  const deadlineMs = Date.now() + readyTimeoutMs
  while (Date.now() < deadlineMs) {
    const health: unknown = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) })
      .then((answer) => answer.json())
      .catch(() => undefined)
    if (typeof health === 'object' && health !== null && 'ready' in health && health.ready === true) return
    await delay(pollMs)
  }
}
