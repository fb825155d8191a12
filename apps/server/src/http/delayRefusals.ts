import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const delayMs = 1_000
/** What waits takes memory. Beyond this the answer goes out at once, and its connection ends. */
const maxWaiting = 500

/**
 * Delays the answer to clients over a limit. A flood on open connections then slows itself down, while instant refusals
 * would cost other visitors' time.
 */
export function delayRefusals(app: FastifyInstance): void {
  let waiting = 0
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode !== 429) return
    if (waiting >= maxWaiting) {
      reply.header('connection', 'close')
      return
    }
    waiting += 1
    await delay(delayMs)
    waiting -= 1
  })
}
