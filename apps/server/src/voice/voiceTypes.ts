import type { VoiceNoticeEvents, VoiceRequest } from '@parley/protocol'
import type { DefaultEventsMap, Namespace, RemoteSocket, Socket } from 'socket.io'

/** What a server keeps of a connection, and tells other servers of it. */
export interface Seat {
  /** The room it is in. */
  roomId?: string
  /** What others see: a name that was typed, or an address that was proven. */
  name?: string
}

/** Untrusted until its schema has validated it. */
export type Incoming = { [E in VoiceRequest]: (payload: unknown, answer: unknown) => void }

export type VoiceSocket = Socket<Incoming, VoiceNoticeEvents, DefaultEventsMap, Seat>
export type VoiceSpace = Namespace<Incoming, VoiceNoticeEvents, DefaultEventsMap, Seat>

/** The channel of one person in one room. Who is not in the room is not in the channel, so a message cannot leave the room. */
export function seatOf(roomId: string, peerId: string): string {
  return `${roomId} ${peerId}`
}

/** Servers that don't answer within this are ignored: a client that wants to join retries. */
const answerTimeoutMs = 3_000

/** Who sits in a room, on every server. Rejects where one of them does not answer. */
export function sittingIn(space: VoiceSpace, roomId: string): Promise<RemoteSocket<VoiceNoticeEvents, Seat>[]> {
  return space.timeout(answerTimeoutMs).in(roomId).fetchSockets()
}
