import { seatOf, type VoiceSocket } from './voiceTypes.ts'

/** Gives the seat up, and tells those who stay. Somebody without a seat leaves nothing. */
export function leaveRoom(socket: VoiceSocket): void {
  const { roomId } = socket.data
  if (roomId === undefined) return
  delete socket.data.roomId
  delete socket.data.name
  void socket.leave(roomId)
  void socket.leave(seatOf(roomId, socket.id))
  socket.to(roomId).emit('peer-left', { peerId: socket.id })
}
