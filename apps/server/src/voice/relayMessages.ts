import { voiceRequests } from '@parley/protocol'
import { seatOf, type VoiceSocket } from './voiceTypes.ts'

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
      if (roomId !== undefined) socket.to(seatOf(roomId, to)).emit('offer', notice)
      return true
    }
    case 'answer': {
      const message = voiceRequests.answer.safeParse(payload)
      if (!message.success) return false
      const { to, sdp } = message.data
      if (roomId !== undefined) socket.to(seatOf(roomId, to)).emit('answer', { from, sdp })
      return true
    }
    case 'ice-candidate': {
      const message = voiceRequests['ice-candidate'].safeParse(payload)
      if (!message.success) return false
      const { to, candidate } = message.data
      if (roomId !== undefined) socket.to(seatOf(roomId, to)).emit('ice-candidate', { from, candidate })
      return true
    }
  }
}
