import { nextVoiceRoom, offerRoomSeats, openRoomSeats, type JoinAnswer, type VoiceRoom } from '@parley/protocol'
import type { Address } from '@parley/domain'
import { leaveRoom } from './leaveRoom.ts'
import { seatOf, sittingIn, type VoiceSocket, type VoiceSpace } from './voiceTypes.ts'

export interface Entry {
  readonly roomId: string
  readonly room: VoiceRoom
  readonly name: string | undefined
  /** Proven; stands in place of a name. */
  readonly address: Address | null
}

/**
 * Takes a seat. Runs under the room's lock, so that two people can't take the last seat. The newcomer learns of
 * everyone present and sends the offers (decision V1).
 */
export async function enterRoom(space: VoiceSpace, socket: VoiceSocket, entry: Entry): Promise<JoinAnswer> {
  const { roomId, room, address } = entry
  const name = address ?? entry.name
  leaveRoom(socket)
  const there = (await sittingIn(space, roomId)).filter((other) => other.id !== socket.id)
  // In private rooms a wallet has one seat. Rejoining from another page or after a reconnect takes it over.
  const before = room.kind === 'offer' ? there.filter(({ data }) => data.name === address) : []
  const others = there.filter((other) => !before.includes(other))
  const seats = room.kind === 'offer' ? offerRoomSeats : openRoomSeats
  if (others.length >= seats) {
    const next = room.kind === 'open' ? nextVoiceRoom(room) : null
    if (next !== null) socket.emit('room-full', { roomId, next })
    return { ok: false, refusal: 'full' }
  }
  if (!socket.connected) return { ok: false, refusal: 'unavailable' }
  for (const old of before) space.in(seatOf(roomId, old.id)).disconnectSockets(true)
  socket.data.roomId = roomId
  if (name === undefined) delete socket.data.name
  else socket.data.name = name
  await socket.join([roomId, seatOf(roomId, socket.id)])
  for (const { id, data } of others) {
    socket.emit('connect-peer', { peerId: id, ...(data.name === undefined ? {} : { name: data.name }) })
  }
  return { ok: true, roomId, peerId: socket.id, people: others.length }
}
