import { z } from '../zod.ts'
import { parseVoiceRoom, voiceRoomIdSchema } from './voiceRooms.ts'

/** `GET /api/voice/ice`: what helps two browsers find each other. */
export const iceSchema = z.object({
  success: z.literal(true),
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()).check(z.minLength(1)),
      username: z.optional(z.string()),
      credential: z.optional(z.string()),
    }),
  ),
  /** Whether a relay is among them: only then can users talk without revealing their network address. */
  relay: z.boolean(),
  /** How long the credentials serve. */
  ttlS: z.int().check(z.positive()),
})
export type IceAnswer = z.output<typeof iceSchema>

/** `GET /api/voice/rooms/{roomId}`: the number of people in an open room. Private rooms aren't reported. */
export const roomParams = z.object({
  roomId: voiceRoomIdSchema.check(z.refine((roomId) => parseVoiceRoom(roomId)?.kind === 'open', 'not an open room')),
})
export const roomSchema = z.object({ success: z.literal(true), people: z.int().check(z.nonnegative()) })
