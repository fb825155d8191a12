import { parseVoiceRoom } from '@parley/protocol'

/** Whether only the two parties of an offer may enter, each by a signature. */
export function isPrivateRoom(roomId: string): boolean {
  return parseVoiceRoom(roomId)?.kind === 'offer'
}
