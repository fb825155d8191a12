import { Server as Engine, type Socket as EngineSocket } from 'engine.io'
import { voiceNamespace } from '@parley/protocol'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { Fence, Guest } from '../fence.ts'
import { takeUpgrades } from '../http/upgrades.ts'
import type { ConnectionLimiter, VoiceConnection } from './VoiceConnection.ts'
import type { SharedVoice } from './shareVoice.ts'
import type { VoiceSocket, VoiceSpace } from './rooms.ts'

/** Far more than the largest message: two descriptions. A larger frame ends the connection before it is read. */
const maxFrameBytes = 16 * 1024
/** Who has opened a connection and does not say for which namespace is let go. */
const connectTimeoutMs = 20_000
const pingIntervalMs = 10_000
const pingTimeoutMs = 20_000

export interface VoiceSpaceParts {
  readonly limiter: ConnectionLimiter
  readonly fence: Fence
  readonly shared: SharedVoice | null
  /** A connection has entered the namespace. */
  onEntered(socket: VoiceSocket, connection: VoiceConnection): void
}

export interface OpenVoiceSpace {
  readonly space: VoiceSpace
  /** Connections refused so far. */
  refused(): number
  connectionOf(socket: VoiceSocket): VoiceConnection | undefined
  /** Ends the transports, not the sessions: browsers then reconnect to this server or another. */
  close(): Promise<void>
}

/** A socket.io server for the voice rooms. Websockets only, small frames, and no compression that could fill memory. */
export function openVoiceSpace(
  http: HttpServer,
  { limiter, fence, shared, onEntered }: VoiceSpaceParts,
): OpenVoiceSpace {
  const admitted = new WeakMap<IncomingMessage, VoiceConnection>()
  const connections = new WeakMap<EngineSocket, VoiceConnection>()
  const connectionOf = (socket: VoiceSocket) => connections.get(socket.conn)
  const guestOf = (socket: VoiceSocket): Guest => connectionOf(socket) ?? { end: () => socket.disconnect(true) }
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: maxFrameBytes,
    perMessageDeflate: false,
    httpCompression: false,
    pingInterval: pingIntervalMs,
    pingTimeout: pingTimeoutMs,
  })
  // Before socket.io's own listener: everything is counted from the first frame on.
  engine.on('connection', (conn: EngineSocket) => {
    fence.run('connection', { end: () => conn.close(true) }, () => {
      const connection = admitted.get(conn.request)
      if (!connection) throw new Error('a connection that was not admitted')
      connections.set(conn, connection)
      connection.watch(conn, fence)
    })
  })
  let refused = 0
  takeUpgrades(http, fence, {
    take(request, head) {
      // A session moves to another transport by its id; here each has one for good.
      if (new URL(request.url ?? '', 'http://localhost').searchParams.has('sid')) return 'a session has one websocket'
      const outcome = limiter.admit(request)
      if ('refusal' in outcome) {
        refused += 1
        return outcome.refusal
      }
      admitted.set(request, outcome)
      engine.handleUpgrade(request, request.socket, head)
      return null
    },
  })

  const io = new Server({
    serveClient: false,
    connectTimeout: connectTimeoutMs,
    ...(shared ? { adapter: shared.adapter } : {}),
  })
  io.bind(engine)
  // There is nothing in the namespace that every connection could have.
  io.use((socket, next) => {
    connections.get(socket.conn)?.spendMalformed()
    next(new Error('nothing is here'))
  })
  const space: VoiceSpace = io.of(voiceNamespace)
  space.use((socket, next) => {
    fence.run('connection', guestOf(socket), () => {
      const connection = connectionOf(socket)
      if (connection?.enter()) return next()
      next(new Error('a connection enters once'))
      connection?.end()
    })
  })
  space.on('connection', (socket) => {
    fence.run('connection', guestOf(socket), () => {
      const connection = connectionOf(socket)
      if (connection) onEntered(socket, connection)
    })
  })
  // Joins and leaves were missed. Each browser asks for its seat again; until then its voices go on (decision V5).
  shared?.onGap(() => {
    for (const socket of space.sockets.values()) if (socket.data.roomId !== undefined) connectionOf(socket)?.close()
  })
  return {
    space,
    refused: () => refused,
    connectionOf,
    async close() {
      engine.close()
      await Promise.all([space.adapter.close(), io.of('/').adapter.close()])
    },
  }
}
