import { type OfferId, product } from '@parley/domain'
import { z } from '../primitives.ts'

/**
 * The open rooms: the general one, and one per portal (decision O7). These are the first rooms of each name; when full,
 * the next gets a number: `parley-global-2`.
 */
export const openRooms = { general: `${product.slug}-global`, aso: 'asoverse-trading' } as const

/** Seats in an open room (decision V1), without Janus. */
export const openRoomSeats = 8
/** Seats in an open room that goes on in Janus (decision V9). */
export const bridgedRoomSeats = 100
/** A private room holds its two parties. */
export const privateRoomSeats = 2
/** Maximum number of rooms per name. */
const maxRoomsOfAName = 50

/** What a room's id says. */
export type VoiceRoom = { readonly kind: 'open'; readonly name: string; readonly number: number } | PrivateVoiceRoom

/** Only two may enter: creator and recipient of an offer, or the two of a table. */
export type PrivateVoiceRoom =
  | { readonly kind: 'offer'; readonly offerId: OfferId }
  | { readonly kind: 'table'; readonly tableId: string }

const offerPrefix = 'offer-'
const tablePrefix = 'table-'
const openRoom = new RegExp(`^(${openRooms.general}|[a-z0-9]{1,32}-trading)(?:-([2-9]|[1-9][0-9]))?$`)
const offerRoom = /^offer-(0x[0-9a-f]{64})$/
const tableRoom = /^table-([0-9A-Za-z_-]{22})$/

/**
 * Parses a room id. @returns null for an invalid one. Only the server knows whether an open room of that name exists.
 */
export function parseVoiceRoom(roomId: string): VoiceRoom | null {
  const [, offerId] = offerRoom.exec(roomId) ?? []
  if (offerId !== undefined) return { kind: 'offer', offerId: `0x${offerId.slice(2)}` }
  const [, tableId] = tableRoom.exec(roomId) ?? []
  if (tableId !== undefined) return { kind: 'table', tableId }
  const [, name, digits = '1'] = openRoom.exec(roomId) ?? []
  if (name === undefined || Number(digits) > maxRoomsOfAName) return null
  return { kind: 'open', name, number: Number(digits) }
}

/** The private room of an offer. */
export function offerVoiceRoom(offerId: OfferId): string {
  return offerPrefix + offerId.toLowerCase()
}

/** The private room of a table. */
export function tableVoiceRoom(tableId: string): string {
  return tablePrefix + tableId
}

/** Where the one who finds an open room full is led. @returns null after the last. */
export function nextVoiceRoom({ name, number }: { readonly name: string; readonly number: number }): string | null {
  return number < maxRoomsOfAName ? `${name}-${number + 1}` : null
}

/** The first room of a portal, as its data names it. */
export const portalRoomSchema = z.string().check(
  z.refine((text) => {
    const room = parseVoiceRoom(text)
    return room?.kind === 'open' && room.number === 1
  }, 'not the room of a portal'),
)

/** A file of the built page about its portals. The server has no other data of them (decision O7). */
export const pagePortalsFile = 'portals.json'
export const pagePortalsSchema = z.object({
  voiceRooms: z.array(portalRoomSchema).check(z.maxLength(100)),
  /** By a portal's key: the keys of the collections that are traded there, or null for all. */
  collections: z.prefault(z.record(z.string(), z.nullable(z.array(z.string()))), {}),
})
export type PagePortals = z.output<typeof pagePortalsSchema>

export const voiceRoomIdSchema = z.string().check(
  z.maxLength(80),
  z.refine((text) => parseVoiceRoom(text) !== null, 'not a room'),
)

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
