import { voiceNamespace } from '@parley/protocol'
import { io } from 'socket.io-client'

const timeoutMs = 10_000

/** Opens a line to the server's voice rooms. @returns how long that took, in ms; null where it did not come about. */
export async function testServer(): Promise<number | null> {
  const startedMs = performance.now()
  const socket = io(voiceNamespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: timeoutMs,
  })
  try {
    return await new Promise<number | null>((resolve) => {
      socket.once('connect', () => resolve(Math.round(performance.now() - startedMs)))
      socket.once('connect_error', () => resolve(null))
    })
  } finally {
    socket.disconnect()
  }
}
