import { parseVoiceRoom, voiceRequests, type JoinAnswer, type JoinRefusal, type VoiceRequest } from '@parley/protocol'
import type { Logger } from 'pino'
import type { Fence } from '../fence.ts'
import { failureText } from '../log.ts'
import { type AccessCheck, checkAccess } from './checkAccess.ts'
import type { VoiceBridge } from './bridge/VoiceBridge.ts'
import type { ConnectionLimiter, VoiceConnection } from './VoiceConnection.ts'
import type { KeyedMutex } from './keyedMutex.ts'
import { enterRoom, type IsKnownRoom, leaveRoom, relayMessage, type VoiceSocket, type VoiceSpace } from './rooms.ts'
export interface VoiceParts {
  readonly space: VoiceSpace
  readonly limiter: ConnectionLimiter
  readonly mutex: KeyedMutex
  readonly access: AccessCheck
  readonly isKnownRoom: IsKnownRoom
  /** Null without Janus. */
  readonly bridge: VoiceBridge | null
  readonly log: Logger
  readonly fence: Fence
}

/** Takes what a connection says, from its entry into the namespace to its end. */
export function receive(socket: VoiceSocket, connection: VoiceConnection, parts: VoiceParts): void {
  const { fence } = parts
  forgetHandshake(socket)
  // Calls no `next`: everything is dealt with here, so no event that a client names reaches an emitter.
  socket.use(
    fence.around('message', connection, ([event, payload, answer]: readonly unknown[]) => {
      if (!connection.hasEnded) return take(socket, connection, parts, { event, payload, answer })
    }),
  )
  socket.on(
    'disconnecting',
    fence.around('message', connection, () => leaveRoom(socket, parts.bridge, true)),
  )
  // Outside the namespace there is nothing to do for a connection.
  socket.on(
    'disconnect',
    fence.around('message', connection, () => connection.close()),
  )
}

/** Two lines in Janus cost as much as this many messages. A browser opens them once, and again after a fault. */
const openCost = 30

interface Message {
  readonly event: unknown
  readonly payload: unknown
  readonly answer: unknown
}

function take(
  socket: VoiceSocket,
  connection: VoiceConnection,
  parts: VoiceParts,
  { event, payload, answer }: Message,
): void | Promise<void> {
  if (!isRequest(event)) return connection.spendMalformed()
  switch (event) {
    case 'join-room':
      return connection.inOrder(async () => {
        const outcome = await joinOrExplain(socket, connection, parts, payload)
        if (!outcome.ok && outcome.refusal === 'malformed') connection.spendMalformed()
        if (isAnswer(answer)) answer(outcome)
      })
    case 'leave-room':
      return leaveRoom(socket, parts.bridge)
    case 'offer':
    case 'answer':
    case 'ice-candidate':
      if (!relayMessage(socket, event, payload)) connection.spendMalformed()
      return
    default:
      if (event === 'bridge-open') connection.spend(openCost)
      if (!parts.bridge?.take(socket, event, payload)) connection.spendMalformed()
  }
}

async function joinOrExplain(
  socket: VoiceSocket,
  connection: VoiceConnection,
  parts: VoiceParts,
  payload: unknown,
): Promise<JoinAnswer> {
  try {
    return await join(socket, connection, parts, payload)
  } catch (error) {
    parts.log.warn({ reason: failureText(error) }, 'nobody could be seated')
    return { ok: false, refusal: 'unavailable' }
  }
}

async function join(
  socket: VoiceSocket,
  connection: VoiceConnection,
  parts: VoiceParts,
  payload: unknown,
): Promise<JoinAnswer> {
  const refuse = (refusal: JoinRefusal): JoinAnswer => ({ ok: false, refusal })
  const parsed = voiceRequests['join-room'].safeParse(payload)
  const room = parsed.success ? parseVoiceRoom(parsed.data.roomId) : null
  if (!parsed.success || room === null) return refuse('malformed')
  if (!(await parts.limiter.mayJoin(connection.network))) return refuse('too-fast')
  if (room.kind === 'open' && !parts.isKnownRoom(room.name)) return refuse('no-such-room')
  const { roomId, name, as } = parsed.data
  const access = await checkAccess(parts.access, { room, as, sessionId: connection.sessionId })
  if ('refusal' in access) return refuse(access.refusal)
  const { session, parties } = access
  const entry = { roomId, room, name, address: session?.address ?? null }
  const answer = await parts.mutex.take(roomId, () => enterRoom(parts.space, socket, entry, parts.bridge))
  // Who signs out, blocks, is blocked, or whose table is closed gives up the seat. The line is cut, not ended: the browser asks again, and learns
  // why not.
  const leave = parts.fence.around('websocket', connection, () => {
    leaveRoom(socket, parts.bridge)
    connection.close()
  })
  if (!answer.ok || !session || !parties || room.kind === 'open') connection.dependOn(null)
  else {
    const forgetSession = parts.access.sessions.onEnded(session, leave)
    const forgetParties = parts.access.onPartiesEnded(room, parties, leave)
    connection.dependOn(() => {
      forgetSession()
      forgetParties()
    })
  }
  return answer
}

/** Clears the headers: the handshake is sent to other servers, which don't need them. */
function forgetHandshake(socket: VoiceSocket): void {
  Reflect.set(socket, 'handshake', { headers: {}, issued: socket.handshake.issued, auth: {}, query: {} })
}

/** Own keys alone: `constructor` and the like are no events. */
function isRequest(event: unknown): event is VoiceRequest {
  return typeof event === 'string' && Object.hasOwn(voiceRequests, event)
}

function isAnswer(value: unknown): value is (answer: JoinAnswer) => void {
  return typeof value === 'function'
}
