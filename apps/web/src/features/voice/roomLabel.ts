import { parseVoiceRoom } from '@parley/protocol'
import { firstTen } from '../../ui/firstTen.ts'

/** What a room is called on screen: its id, and for a private one the offer's, cut. */
export function roomLabel(roomId: string): string {
  const room = parseVoiceRoom(roomId)
  return room?.kind === 'offer' ? `offer-${firstTen(room.offerId)}` : roomId
}
