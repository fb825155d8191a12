import { parseVoiceRoom } from '@parley/protocol'
import type { Person, CallState } from './call/CallState.ts'
import { callText } from '../../text/call.lazy.ts'
import { firstTen, shorten } from '../../ui/Address.tsx'
import { voiceMessages } from '../../text/voice.ts'

/** Whether a person's name is an address that they proved. */
export function isProven({ name }: Pick<Person, 'name'>): boolean {
  return name?.startsWith('0x') ?? false
}

/** A person's display name: proven address, typed name, or "guest" with the end of their fingerprint. */
export function personName({ name, key }: Pick<Person, 'name' | 'key'>): string {
  if (name !== null) return isProven({ name }) ? shorten(name) : name
  const code = /:([0-9A-F]{2}):([0-9A-F]{2})$/i.exec(key)
  return code ? `${callText.guest} ${code[1]}${code[2]}` : callText.guest
}

/** What a room is called on screen: its id; for a private one the offer's or table's, cut. */
export function roomLabel(roomId: string): string {
  const room = parseVoiceRoom(roomId)
  if (room?.kind === 'table') return `table-${room.tableId.slice(0, 6)}`
  return room?.kind === 'offer' ? `offer-${firstTen(room.offerId)}` : roomId
}

/** Whether only two may enter, the parties of an offer or a table, each signed in. */
export function isPrivateRoom(roomId: string): boolean {
  const room = parseVoiceRoom(roomId)
  return room !== null && room.kind !== 'open'
}

/** What went wrong in words; the specification's own for a denied microphone. */
export function problemText(problem: CallState['problem']): string | null {
  if (problem === null) return null
  return problem === 'denied' ? voiceMessages.voiceDenied.text : callText.problems[problem]
}
