import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A web server of a test, listening on every address of this machine. */
export interface Origin {
  readonly url: string
  readonly port: number
  /** Connections opened so far. */
  connections(): number
  /** Requests by path. */
  requests(path: string): number
  stop(): Promise<void>
}

export async function startOrigin(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Origin> {
  let connections = 0
  const requests = new Map<string, number>()
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const path = request.url ?? ''
    requests.set(path, (requests.get(path) ?? 0) + 1)
    response.on('error', () => undefined)
    answer(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '::')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The origin has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    connections: () => connections,
    requests: (path) => requests.get(path) ?? 0,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
