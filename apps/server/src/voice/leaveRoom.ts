import { seatOf, type VoiceSocket } from './voiceTypes.ts'

/** Gives up the seat and notifies those who stay. Does nothing without a seat. */
export function leaveRoom(socket: VoiceSocket): void {
  const { roomId } = socket.data
  if (roomId === undefined) return
  delete socket.data.roomId
  delete socket.data.name
  void socket.leave(roomId)
  void socket.leave(seatOf(roomId, socket.id))
  socket.to(roomId).emit('peer-left', { peerId: socket.id })
}
