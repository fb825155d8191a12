import { voiceNamespace } from '@parley/protocol'
import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Door } from './createDoor.ts'
import type { SharedVoice } from './shareVoice.ts'
import type { VoiceSpace } from './voiceTypes.ts'

/** Far more than the largest message: two descriptions. A larger frame ends the connection before it is read. */
const maxFrameBytes = 16 * 1024
/** Who has opened a connection and does not say for which namespace is let go. */
const connectTimeoutMs = 20_000
const pingIntervalMs = 10_000
const pingTimeoutMs = 20_000

/** A socket.io server for the voice rooms and nothing else: websockets only, small frames, no compression to fill memory with. */
export function openVoiceSpace(
  http: HttpServer,
  door: Door,
  shared: SharedVoice | null,
): { readonly io: Server; readonly space: VoiceSpace } {
  const io = new Server({
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: maxFrameBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: connectTimeoutMs,
    pingInterval: pingIntervalMs,
    pingTimeout: pingTimeoutMs,
    allowRequest: (request, done) => {
      const refusal = door.refusal(request)
      done(refusal, refusal === null)
    },
    ...(shared ? { adapter: shared.adapter } : {}),
  })
  // There is nothing in the namespace that every connection could have.
  io.use((_socket, next) => next(new Error('nothing is here')))
  const space: VoiceSpace = io.of(voiceNamespace)
  io.attach(http)
  return { io, space }
}
