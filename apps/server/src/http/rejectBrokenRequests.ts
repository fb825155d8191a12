import type { WireFailure } from '@parley/protocol'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

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
export function answerAndClose(socket: Duplex, status: number, error: string): void {
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
