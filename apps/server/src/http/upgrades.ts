import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Fence } from '../fence.ts'
import { answerAndClose } from './rejectBrokenRequests.ts'

const websocketPath = '/socket.io/'

/**
 * Whether a request becomes a websocket. Any other `Upgrade` header is ignored, as HTTP allows: Node takes its error listener
 * off a socket that is upgraded, and one that is reset then would end the process.
 */
export function isWebsocketUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(websocketPath)
}

export interface UpgradeHandler {
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
