import { parseVoiceRoom, voiceRequests, type JoinAnswer, type JoinRefusal } from '@parley/protocol'
import type { Logger } from 'pino'
import { failureText } from '../indexer/failureText.ts'
import { checkProof, type ProofCheck } from './checkProof.ts'
import { createAllowance } from './createAllowance.ts'
import type { Door } from './createDoor.ts'
import type { Turns } from './createTurns.ts'
import { enterRoom } from './enterRoom.ts'
import { leaveRoom } from './leaveRoom.ts'
import type { IsKnownRoom } from './readKnownRooms.ts'
import { relayMessages } from './relayMessages.ts'
import type { VoiceSocket, VoiceSpace } from './voiceTypes.ts'

export interface VoiceParts {
  readonly space: VoiceSpace
  readonly door: Door
  readonly turns: Turns
  readonly proof: ProofCheck
  readonly isKnownRoom: IsKnownRoom
  readonly log: Logger
}

/** Entering a full room sends some fifty messages at once, and mending lines a few dozen; more in a row is a flood. */
const messages = { most: 300, perSecond: 30 }
/** A message that no browser of ours sends costs as much as so many others. */
const malformedCost = 30

/** One connection, from its opening to its end. */
export function receive(socket: VoiceSocket, parts: VoiceParts): void {
  const { door, log } = parts
  const { request } = socket
  const address = door.enter(request)
  forgetRequest(socket)
  const allowance = createAllowance(messages)
  const spend = (cost: number): boolean => {
    if (allowance.take(socket.id, cost)) return true
    log.info('a voice connection sent too much and was ended')
    door.punish(address)
    socket.disconnect(true)
    return false
  }
  // Unknown events come by here as well, and go no further.
  socket.use(([event], next) => {
    if (spend(event in voiceRequests ? 1 : malformedCost)) next()
  })
  relayMessages(socket, () => void spend(malformedCost))
  socket.on('join-room', (payload, answer) => {
    join(socket, parts, { payload, address }).then(
      (outcome) => {
        if (!outcome.ok && outcome.refusal === 'malformed') spend(malformedCost)
        if (isAnswer(answer)) answer(outcome)
      },
      (error: unknown) => {
        log.warn({ reason: failureText(error) }, 'nobody could be seated')
        if (isAnswer(answer)) answer({ ok: false, refusal: 'unavailable' })
      },
    )
  })
  socket.on('leave-room', () => leaveRoom(socket))
  socket.on('disconnecting', () => leaveRoom(socket))
  socket.on('disconnect', () => door.leave(address))
}

interface Knock {
  readonly payload: unknown
  readonly address: string
}

async function join(socket: VoiceSocket, parts: VoiceParts, { payload, address }: Knock): Promise<JoinAnswer> {
  const refuse = (refusal: JoinRefusal): JoinAnswer => ({ ok: false, refusal })
  const parsed = voiceRequests['join-room'].safeParse(payload)
  const room = parsed.success ? parseVoiceRoom(parsed.data.roomId) : null
  if (!parsed.success || room === null) return refuse('malformed')
  if (!parts.door.joins.take(address)) return refuse('too-fast')
  if (room.kind === 'open' && !parts.isKnownRoom(room.name)) return refuse('no-such-room')
  const { roomId, name, proof } = parsed.data
  const standing = await checkProof(parts.proof, { room, roomId, peerId: socket.id, proof })
  if ('refusal' in standing) return refuse(standing.refusal)
  const entry = { roomId, room, name, address: standing.address }
  return parts.turns.take(roomId, () => enterRoom(parts.space, socket, entry))
}

/** The request that opened a connection weighs more than all else of it, and its headers are nobody's business on other servers. */
function forgetRequest(socket: VoiceSocket): void {
  Reflect.set(socket.conn, 'request', null)
  Reflect.set(socket, 'handshake', { headers: {}, issued: socket.handshake.issued, auth: {}, query: {} })
}

function isAnswer(value: unknown): value is (answer: JoinAnswer) => void {
  return typeof value === 'function'
}
