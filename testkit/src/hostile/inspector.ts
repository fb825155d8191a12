import { z } from 'zod'

/** Reads a running Node process through its inspector. */
export interface Inspector {
  /** Collects garbage, then counts. */
  look(): Promise<{ readonly heldBytes: number; readonly timers: number }>
  close(): void
}

const answerTimeoutMs = 60_000

const answerSchema = z.object({ id: z.number(), result: z.unknown() })
const usageSchema = z.object({ usedSize: z.number(), backingStorageSize: z.optional(z.number()) })
const valueSchema = z.object({ result: z.object({ value: z.number() }) })

const countTimers = "process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length"

interface Waiter {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** @param url as Node prints it on start. */
export async function openInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, Waiter>()
  let lastId = 0
  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('the inspected process is gone'))
    waiting.clear()
  }
  socket.addEventListener('close', giveUp)
  socket.addEventListener('message', ({ data }) => {
    const parsed = answerSchema.safeParse(JSON.parse(String(data)))
    if (parsed.success) waiting.get(parsed.data.id)?.resolve(parsed.data.result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true })
  })

  async function send(method: string, params: object = {}): Promise<unknown> {
    const id = (lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(id, { resolve, reject })
    const timer = setTimeout(() => reject(new Error(`${method} was not answered`)), answerTimeoutMs)
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, method, params }))
    else giveUp()
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  return {
    async look() {
      await send('HeapProfiler.collectGarbage')
      const usage = usageSchema.parse(await send('Runtime.getHeapUsage'))
      const timers = valueSchema.parse(await send('Runtime.evaluate', { expression: countTimers }))
      return { heldBytes: usage.usedSize + (usage.backingStorageSize ?? 0), timers: timers.result.value }
    },
    close: () => socket.close(),
  }
}
