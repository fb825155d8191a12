import { voiceRequests } from '@parley/protocol'
import { seatOf, type VoiceSocket } from './voiceTypes.ts'

/**
 * Carries what two browsers tell each other. Who it is from is the connection's own id, never what a message says; who it is
 * for must sit in the same room. A message that cannot be carried is forgotten: nobody learns who is where.
 */
export function relayMessages(socket: VoiceSocket, onMalformed: () => void): void {
  const channelOf = (peerId: string): string | null => {
    const { roomId } = socket.data
    return roomId === undefined ? null : seatOf(roomId, peerId)
  }
  socket.on('offer', (payload) => {
    const message = voiceRequests.offer.safeParse(payload)
    if (!message.success) return onMalformed()
    const channel = channelOf(message.data.to)
    if (channel === null) return
    const { name } = socket.data
    const { sdp } = message.data
    socket.to(channel).emit('offer', { from: socket.id, sdp, ...(name === undefined ? {} : { name }) })
  })
  socket.on('answer', (payload) => {
    const message = voiceRequests.answer.safeParse(payload)
    if (!message.success) return onMalformed()
    const channel = channelOf(message.data.to)
    if (channel !== null) socket.to(channel).emit('answer', { from: socket.id, sdp: message.data.sdp })
  })
  socket.on('ice-candidate', (payload) => {
    const message = voiceRequests['ice-candidate'].safeParse(payload)
    if (!message.success) return onMalformed()
    const channel = channelOf(message.data.to)
    if (channel !== null)
      socket.to(channel).emit('ice-candidate', { from: socket.id, candidate: message.data.candidate })
  })
}
