import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A web server on this machine. */
export interface Origin {
  readonly url: string
  readonly port: number
  /** Connections accepted so far. */
  connections(): number
  /** Closes every connection, whatever it was sending. */
  cut(): void
  stop(): Promise<void>
}

export async function startOrigin(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Origin> {
  let connections = 0
  const server = createServer({ keepAliveTimeout: 2_000 }, (request, response) => {
    response.on('error', () => undefined)
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the origin has no port')
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    connections: () => connections,
    cut: () => server.closeAllConnections(),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
