import type { Address } from '@parley/domain'
import {
  type JoinAnswer,
  nextVoiceRoom,
  openRooms,
  openRoomSeats,
  privateRoomSeats,
  type VoiceNoticeEvents,
  type VoiceRequest,
  voiceRequests,
  type VoiceRoom,
} from '@parley/protocol'
import type { Logger } from 'pino'
import type { DefaultEventsMap, Namespace, RemoteSocket, Socket } from 'socket.io'
import { readPagePortals } from '../config/pagePortals.ts'
import type { ServerConfig } from '../config/serverConfig.ts'

/** What a server keeps of a connection, and tells other servers of it. */
interface Seat {
  /** The room it is in. */
  roomId?: string
  /** What others see: a name that was typed, or an address that was proven. */
  name?: string
  /** Whether its voice goes through Janus (decision V9). */
  isBridged?: boolean
}

/** Untrusted until its schema has validated it. */
export type Incoming = { [E in VoiceRequest]: (payload: unknown, answer: unknown) => void }

export type VoiceSocket = Socket<Incoming, VoiceNoticeEvents, DefaultEventsMap, Seat>
export type VoiceSpace = Namespace<Incoming, VoiceNoticeEvents, DefaultEventsMap, Seat>

/** The channel of one person in one room. Who is not in the room is not in the channel, so a message cannot leave the room. */
export function seatOf(roomId: string, peerId: string): string {
  return `${roomId} ${peerId}`
}

/** The channel of those who are just being seated in a room. */
function entryTo(roomId: string): string {
  return `${roomId} entry`
}

/** Servers that don't answer within this are ignored: a client that wants to join retries. */
const answerTimeoutMs = 3_000

/** Who sits in a room, on every server. Rejects where one of them does not answer. */
export function sittingIn(space: VoiceSpace, roomId: string): Promise<RemoteSocket<VoiceNoticeEvents, Seat>[]> {
  return space.timeout(answerTimeoutMs).in(roomId).fetchSockets()
}

export interface Entry {
  readonly roomId: string
  readonly room: VoiceRoom
  readonly name: string | undefined
  /** Signed in; stands in place of a name. */
  readonly address: Address | null
}

/** What rooms ask of the way through Janus. */
export interface RoomBridge {
  /** Seats of an open room right now. */
  readonly seats: number
  /** Whether a room of this many goes on in Janus. `isBridged`: whether one of them is there already. */
  carries(people: number, isBridged: boolean): boolean
  /** A seat was given up. `isLost`: the line to the browser broke, and it may come again. */
  left(socket: VoiceSocket, roomId: string, how: { readonly isLost: boolean }): void
}

/**
 * Takes a seat. Runs under the room's lock, so that two people can't take the last seat. The newcomer learns of
 * everyone present and sends the offers (decision V1).
 */
export async function enterRoom(
  space: VoiceSpace,
  socket: VoiceSocket,
  entry: Entry,
  bridge: RoomBridge | null,
): Promise<JoinAnswer> {
  const { roomId, room, address } = entry
  const name = address ?? entry.name
  leaveRoom(socket, bridge)
  const there = await othersIn(space, socket, roomId)
  // In private rooms a wallet has one seat. Rejoining from another page or after a reconnect takes it over.
  const before = room.kind !== 'open' ? there.filter(({ data }) => data.name === address) : []
  const others = there.filter((other) => !before.includes(other))
  const seats = room.kind !== 'open' ? privateRoomSeats : (bridge?.seats ?? openRoomSeats)
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
  const isBridged = others.some(({ data }) => data.isBridged)
  if (room.kind === 'open' && bridge?.carries(others.length + 1, isBridged)) {
    // From now on, so that the next one finds it so.
    socket.data.isBridged = true
    socket.emit('bridge', { state: 'on' })
    // One event: two could reach another server in the other order.
    const joined = { peerId: socket.id, ...(name === undefined ? {} : { name }) }
    socket.to(roomId).emit('bridge', { state: 'on', joined })
  }
  for (const { id, data } of others) {
    socket.emit('connect-peer', { peerId: id, ...(data.name === undefined ? {} : { name: data.name }) })
  }
  return { ok: true, roomId, peerId: socket.id, people: others.length }
}

/** Who sits in a room, without those who leave it while other servers are still being asked. */
async function othersIn(
  space: VoiceSpace,
  socket: VoiceSocket,
  roomId: string,
): Promise<RemoteSocket<VoiceNoticeEvents, Seat>[]> {
  const left = new Set<unknown>()
  const note = (event: unknown, payload: unknown): void => {
    if (event === 'peer-left' && typeof payload === 'object' && payload !== null)
      left.add(Reflect.get(payload, 'peerId'))
  }
  await socket.join(entryTo(roomId))
  socket.onAnyOutgoing(note)
  try {
    const there = await sittingIn(space, roomId)
    return there.filter(({ id }) => id !== socket.id && !left.has(id))
  } finally {
    socket.offAnyOutgoing(note)
    void socket.leave(entryTo(roomId))
  }
}

/** Gives up the seat and notifies those who stay. Does nothing without a seat. */
export function leaveRoom(socket: VoiceSocket, bridge: RoomBridge | null, isLost = false): void {
  const { roomId } = socket.data
  if (roomId === undefined) return
  delete socket.data.roomId
  delete socket.data.name
  void socket.leave(roomId)
  void socket.leave(seatOf(roomId, socket.id))
  socket.to([roomId, entryTo(roomId)]).emit('peer-left', { peerId: socket.id })
  bridge?.left(socket, roomId, { isLost })
}

/** One person in the sender's room. Other servers aren't told of what is for a person at this one. */
function toSeat(socket: VoiceSocket, roomId: string, to: string) {
  const seat = seatOf(roomId, to)
  return socket.nsp.adapter.rooms.has(seat) ? socket.local.to(seat) : socket.to(seat)
}

/**
 * Relays signalling between two browsers. The sender is the connection's own id, never the message's, and the receiver
 * must sit in the same room. Undeliverable messages are dropped silently, so that presence isn't leaked.
 *
 * @returns false for a malformed message.
 */
export function relayMessage(
  socket: VoiceSocket,
  event: 'offer' | 'answer' | 'ice-candidate',
  payload: unknown,
): boolean {
  const { roomId, name } = socket.data
  const from = socket.id
  switch (event) {
    case 'offer': {
      const message = voiceRequests.offer.safeParse(payload)
      if (!message.success) return false
      const { to, sdp } = message.data
      const notice = { from, sdp, ...(name === undefined ? {} : { name }) }
      if (roomId !== undefined) toSeat(socket, roomId, to).emit('offer', notice)
      return true
    }
    case 'answer': {
      const message = voiceRequests.answer.safeParse(payload)
      if (!message.success) return false
      const { to, sdp } = message.data
      if (roomId !== undefined) toSeat(socket, roomId, to).emit('answer', { from, sdp })
      return true
    }
    case 'ice-candidate': {
      const message = voiceRequests['ice-candidate'].safeParse(payload)
      if (!message.success) return false
      const { to, candidate } = message.data
      if (roomId !== undefined) toSeat(socket, roomId, to).emit('ice-candidate', { from, candidate })
      return true
    }
  }
}

/** Whether a room of this name exists here (decisions V2, O7). */
export type IsKnownRoom = (name: string) => boolean

/**
 * The general room and one for each portal. The served page lists its portals, and the settings can name the rooms of a
 * page served elsewhere. A local network with neither uses the dev server, where a portal can appear at any time, so
 * every room of the form is open.
 */
export async function readKnownRooms(
  { webDist, deployment, voice }: Pick<ServerConfig, 'webDist' | 'deployment' | 'voice'>,
  log: Logger,
): Promise<IsKnownRoom> {
  const ofPage = webDist === null ? null : ((await readPagePortals(webDist, log))?.voiceRooms ?? [])
  if (ofPage === null && voice.rooms === null && deployment.network === 'local') return () => true
  const names = new Set<string>([openRooms.general, ...(ofPage ?? []), ...(voice.rooms ?? [])])
  return (name) => names.has(name)
}
