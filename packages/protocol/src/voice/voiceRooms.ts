import { product, type OfferId } from '@parley/domain'
import { z } from '../zod.ts'

/** Where anybody may talk: the general room, and each portal's (decision O7). The first of each name; where it is full, the next bears a number: `parley-global-2`. */
export const openRooms = { general: `${product.slug}-global`, aso: 'asoverse-trading' } as const

/** An open room holds so many people (decision V1). */
export const openRoomSeats = 8
/** A private room holds its two parties. */
export const offerRoomSeats = 2
/** Nobody is led further than this; a crowd that fills so many rooms is no crowd. */
export const maxRoomsOfAName = 50

/** What a room's id says. */
export type VoiceRoom =
  | { readonly kind: 'open'; readonly name: string; readonly number: number }
  /** Only the creator and the recipient of the offer may enter. */
  | { readonly kind: 'offer'; readonly offerId: OfferId }

const offerPrefix = 'offer-'
const openRoom = new RegExp(`^(${openRooms.general}|[a-z0-9]{1,32}-trading)(?:-([2-9]|[1-9][0-9]))?$`)
const offerRoom = /^offer-(0x[0-9a-f]{64})$/

/** Reads a room's id. @returns null for one that does not exist. */
export function parseVoiceRoom(roomId: string): VoiceRoom | null {
  const [, offerId] = offerRoom.exec(roomId) ?? []
  if (offerId !== undefined) return { kind: 'offer', offerId: `0x${offerId.slice(2)}` }
  const [, name, digits = '1'] = openRoom.exec(roomId) ?? []
  if (name === undefined || Number(digits) > maxRoomsOfAName) return null
  return { kind: 'open', name, number: Number(digits) }
}

/** The private room of an offer. */
export function offerVoiceRoom(offerId: OfferId): string {
  return offerPrefix + offerId.toLowerCase()
}

/** Where the one who finds an open room full is led. @returns null after the last. */
export function nextVoiceRoom({ name, number }: { readonly name: string; readonly number: number }): string | null {
  return number < maxRoomsOfAName ? `${name}-${number + 1}` : null
}

export const voiceRoomIdSchema = z.string().check(
  z.maxLength(80),
  z.refine((text) => parseVoiceRoom(text) !== null, 'not a room'),
)
