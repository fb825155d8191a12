import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { serveHttp } from '@parley/testkit'

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
  const counted: RequestListener = (request, response) => {
    const path = request.url ?? ''
    requests.set(path, (requests.get(path) ?? 0) + 1)
    response.on('error', () => undefined)
    answer(request, response)
  }
  const { server, port, url, stop } = await serveHttp(counted, { host: '::' })
  server.on('connection', () => {
    connections += 1
  })
  return {
    url,
    port,
    connections: () => connections,
    requests: (path) => requests.get(path) ?? 0,
    stop,
  }
}
