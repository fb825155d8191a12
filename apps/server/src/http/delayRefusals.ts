import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const delayMs = 1_000
/** What waits takes memory. Beyond this the answer goes out at once, and its connection ends. */
const maxWaiting = 500

/**
 * Whoever is over a limit waits for the answer that says so. A flood over open connections slows itself down by that, where
 * quick refusals would take the time of everybody else.
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
