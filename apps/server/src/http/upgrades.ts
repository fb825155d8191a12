import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WireFailure } from '@parley/protocol'
import type { Fence } from '../fence.ts'

const websocketPath = '/socket.io/'

/**
 * Whether a request becomes a websocket. Any other `Upgrade` header is ignored, as HTTP allows: Node takes its error listener
 * off a socket that is upgraded, and one that is reset then would end the process.
 */
export function isWebsocketUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(websocketPath)
}

interface UpgradeHandler {
  /** @returns why the upgrade is refused; null where it was taken. */
  take(request: IncomingMessage, head: Buffer): string | null
}

/** Not a closure: it lasts as long as the websocket, and would keep the request in memory with it. */
function destroyItself(this: Socket): void {
  this.destroy()
}

/** Hands every websocket request over to `handler`. */
export function takeUpgrades(server: Server, fence: Fence, handler: UpgradeHandler): void {
  server.on('upgrade', (request, _socket, head) => {
    const { socket } = request
    socket.on('error', destroyItself)
    fence.run('upgrade', { end: () => socket.destroy() }, () => {
      const refusal = isWebsocketUpgrade(request) ? handler.take(request, head) : 'there is no websocket here'
      if (refusal !== null) answerAndClose(socket, 403, refusal)
    })
  })
}

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const words: Readonly<Record<number, string>> = {
  408: 'the request did not arrive in time',
  431: 'the headers are too large',
}

/**
 * Answers a malformed request with an error like any other, and closes. The start of the next request can't be found.
 */
export function answerBrokenRequest({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  // The other side is gone, or an answer is under way already.
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statuses[code] ?? 400
  answerAndClose(socket, status, words[status] ?? 'this is no HTTP request')
}

/** Answers on a socket that has no response object, like every other failure, and closes it. */
function answerAndClose(socket: Duplex, status: number, error: string): void {
  const failure: WireFailure = { success: false, error }
  const body = JSON.stringify(failure)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
