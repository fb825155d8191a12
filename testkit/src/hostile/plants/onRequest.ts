import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Calls `act` for each request to this process's server, before the server handles it. */
export function onRequest(act: (exchange: Exchange) => void): void {
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null || !('request' in message) || !('response' in message)) return
    const { request, response } = message
    if (request instanceof IncomingMessage && response instanceof ServerResponse) act({ request, response })
  })
}
