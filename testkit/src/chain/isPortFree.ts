import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether a server could listen on `port` of `host` right now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer()
  const outcome = Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)])
  server.listen(port, host)
  const free = await outcome.catch(() => false)
  if (free) await new Promise((resolve) => server.close(resolve))
  return free
}
