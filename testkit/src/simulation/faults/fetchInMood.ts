import type { Random } from '../../art/random.ts'
import type { SimChain } from '../chain/SimChain.ts'
import { answerInMood } from './answerInMood.ts'
import type { Mood } from './Mood.ts'

const headers = { 'content-type': 'application/json' }

/** What `fetch` of an endpoint comes to. It takes as long as the network takes, and ends at once where it is given up. */
export async function fetchInMood(
  chain: SimChain,
  mood: Mood,
  { body, signal }: { body: string; signal: AbortSignal | undefined },
  random: Random,
): Promise<Response> {
  await delay(random.between(2, 400), signal)
  switch (mood.kind) {
    case 'reset':
      throw new TypeError('fetch failed')
    case 'hang':
      return delay(Number.MAX_SAFE_INTEGER, signal)
    case 'status': {
      const retry: Record<string, string> = mood.retryAfter === null ? {} : { 'retry-after': mood.retryAfter }
      return new Response('busy', { status: mood.status, headers: retry })
    }
    case 'html':
      return new Response('<html>Just a moment…</html>', { headers: { 'content-type': 'text/html' } })
    case 'empty':
      return new Response('', { headers })
    default: {
      const text = answerInMood(chain, mood, body, random)
      if (mood.kind === 'truncated') return new Response(text.slice(0, Math.floor(text.length * random())), { headers })
      return mood.kind === 'drip' ? drip(text, signal) : new Response(text, { headers })
    }
  }
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<never>
function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (ms < Number.MAX_SAFE_INTEGER) setTimeout(resolve, ms)
  })
}

/** One byte a second. */
function drip(text: string, signal: AbortSignal | undefined): Response {
  let at = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const stream = new ReadableStream({
    start(controller) {
      const end = (): void => clearInterval(timer)
      timer = setInterval(() => {
        controller.enqueue(new TextEncoder().encode(text[at++]))
        if (at < text.length) return
        end()
        controller.close()
      }, 1_000)
      signal?.addEventListener('abort', () => {
        end()
        controller.error(signal.reason)
      })
    },
  })
  return new Response(stream, { headers })
}
