import type { Socket } from 'node:net'
import { answerAndClose } from './closingAnswer.ts'

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
