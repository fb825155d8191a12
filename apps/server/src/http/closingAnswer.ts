import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WireFailure } from '@parley/protocol'

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
