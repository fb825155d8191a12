import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'

/** An HTTP server of a test or of a local world. */
export interface LocalServer {
  readonly server: Server
  readonly port: number
  /** On 127.0.0.1. */
  readonly url: string
  /** Ends its connections too. */
  stop(): Promise<void>
}

/**
 * Serves HTTP on a free port, unless one is given.
 *
 * Its clients alone close idle connections. With a clock of its own it would close one, after a stall, just as the next
 * request comes.
 */
export async function serveHttp(answer: RequestListener, { port = 0, host = '127.0.0.1' } = {}): Promise<LocalServer> {
  const server = createServer({ keepAliveTimeout: 0 }, answer)
  await once(server.listen(port, host), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    server,
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
