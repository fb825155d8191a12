import { voiceRoomIdSchema } from './voiceRooms.ts'
import { addressSchema, tidyText, unseenCharacters, z } from '../primitives.ts'

const longestName = 32

/** The start of an address, look-alikes included: a zero, an x, and hex digits. */
const addressBegins = /(^|[^\p{L}\p{N}])[0oοо〇øØ]\s*[xхχ×✕✖⨯]\s*[0-9a-f]{2}/iu
/** The two ends of an address that was cut, as pages show it. */
const addressCut = /[0-9a-f]{3,}\s*(…|\.{2,3})\s*[0-9a-f]{3,}/iu

function looksLikeAddress(text: string): boolean {
  const plain = text.normalize('NFKC')
  return /0\s*x/i.test(plain) || addressBegins.test(plain) || addressCut.test(plain)
}

/** A typed display name. It can't look like an address: only the server sets addresses as names, from a session. */
export const voiceNameSchema = z.pipe(
  z.pipe(z.string().check(z.maxLength(200)), z.transform(tidyText)),
  z.string().check(
    z.refine((text) => text.length > 0 && [...text].length <= longestName, `1 to ${longestName} characters`),
    z.refine((text) => !unseenCharacters.test(text), 'with characters that cannot be seen'),
    z.refine((text) => !looksLikeAddress(text), 'like an address'),
  ),
)

/** The socket.io namespace of the voice rooms; websockets only. */
export const voiceNamespace = '/voice'

/** A description of one audio line with all its candidates has under 4 KB. Above PostgreSQL's 8000 bytes a message costs a row. */
const maxSdpLength = 7_000
const maxCandidateLength = 1_000

/** What a browser says of a socket: socket.io's own ids. */
const peerIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{20}$/, 'not a peer'))

const sdp = z.string().check(z.minLength(1), z.maxLength(maxSdpLength))

/** Voices that come at a time in Janus: as many as in a mesh (decision V9). */
export const bridgeSlots = 8
/** Eight lines have under 6 KB. It goes to one's own server only, never through PostgreSQL. */
export const maxBridgeSdpLength = 12_000
const bridgeSdp = z.string().check(z.minLength(1), z.maxLength(maxBridgeSdpLength))
const slot = z.int().check(z.gte(0), z.lt(bridgeSlots))
/**
 * Which of a browser's attempts to reach Janus a message is of, counted by the browser. For a moment the one before still
 * lives, and what it says must not reach the next.
 */
const leg = z.int().check(z.gte(1), z.lte(1_000_000))
/** As RTCIceCandidate.toJSON() gives it; null ends the list. */
const candidate = z.object({
  candidate: z.string().check(z.maxLength(maxCandidateLength)),
  sdpMid: z.nullish(z.string().check(z.maxLength(64))),
  sdpMLineIndex: z.nullish(z.int().check(z.gte(0), z.lte(16))),
  usernameFragment: z.nullish(z.string().check(z.maxLength(256))),
})
export type VoiceCandidate = z.output<typeof candidate>

/** What a browser sends (decision V1). Anything else is refused and counted against it. */
export const voiceRequests = {
  'join-room': z.strictObject({
    roomId: voiceRoomIdSchema,
    name: z.optional(voiceNameSchema),
    /** The signed-in wallet that the page acts for: needed in private rooms, the name in open ones. */
    as: z.optional(addressSchema),
  }),
  offer: z.strictObject({ to: peerIdSchema, sdp }),
  answer: z.strictObject({ to: peerIdSchema, sdp }),
  'ice-candidate': z.strictObject({ to: peerIdSchema, candidate }),
  'leave-room': z.strictObject({}),
  /** The line that carries one's own voice to Janus, and with it that of the others. */
  'bridge-open': z.strictObject({ leg, sdp }),
  'bridge-answer': z.strictObject({ leg, sdp: bridgeSdp }),
  'bridge-candidate': z.strictObject({ leg, line: z.enum(['up', 'down']), candidate }),
  /** Whom a slot shall carry. */
  'bridge-hear': z.strictObject({ leg, slot, peerId: z.nullable(peerIdSchema) }),
  /** "I hear you in Janus": both ends of a direct line know then that it can go. */
  'bridge-heard': z.strictObject({ to: peerIdSchema }),
  /** One's voice isn't given to a person who is blocked. */
  'bridge-refuse': z.strictObject({ to: peerIdSchema }),
  'bridge-close': z.strictObject({}),
} as const

/**
 * Where an open room is. `on`: in Janus. `off`: a mesh again. `away`: Janus is gone, and the room too large for a mesh.
 * `failed`: this one's lines to Janus ended.
 */
const bridgeStates = ['on', 'off', 'away', 'failed'] as const
export type BridgeState = (typeof bridgeStates)[number]

const shownName = z.optional(z.string().check(z.maxLength(64)))

function notice<E extends string, P extends z.core.SomeType>(event: E, payload: P) {
  return z.object({ event: z.literal(event), payload })
}

/** What the server sends (decision V1). A name that is an address has been proven. */
export const voiceNoticeSchema = z.discriminatedUnion('event', [
  notice('connect-peer', z.object({ peerId: peerIdSchema, name: shownName })),
  notice('offer', z.object({ from: peerIdSchema, sdp, name: shownName })),
  notice('answer', z.object({ from: peerIdSchema, sdp })),
  notice('ice-candidate', z.object({ from: peerIdSchema, candidate })),
  notice('peer-left', z.object({ peerId: peerIdSchema })),
  /** With `on`, to those who are there: who has joined. In Janus a newcomer calls no one. */
  notice(
    'bridge',
    z.object({
      state: z.enum(bridgeStates),
      joined: z.optional(z.object({ peerId: peerIdSchema, name: shownName })),
      /** With `failed`: which. */
      leg: z.optional(leg),
    }),
  ),
  notice('bridge-up', z.object({ leg, sdp: bridgeSdp })),
  notice('bridge-down', z.object({ leg, sdp: bridgeSdp })),
  /** A voice that can be heard, or no longer. `key`: fingerprint of the certificate that it came to Janus with. */
  notice('bridge-peer', z.object({ leg, peerId: peerIdSchema, key: z.string(), there: z.boolean() })),
  notice('bridge-talks', z.object({ leg, peerId: peerIdSchema, talks: z.boolean() })),
  notice('bridge-slot', z.object({ leg, slot, peerId: z.nullable(peerIdSchema) })),
  notice('bridge-heard', z.object({ from: peerIdSchema })),
  notice('room-full', z.object({ roomId: z.string(), next: z.string() })),
])
export type VoiceNotice = z.output<typeof voiceNoticeSchema>

export type VoiceRequest = keyof typeof voiceRequests
export type VoiceNoticeName = VoiceNotice['event']

/** Reasons for refusing to join. */
const joinRefusals = [
  'malformed',
  /** Every open room of the name is full, or this one is: `room-full` then leads on. */
  'full',
  /** The cookie that the websocket began with names no session, or one that has ended. */
  'sign-in-needed',
  /** The session is another wallet's than the one the page acts for. */
  'other-wallet',
  /** The wallet is no party to the offer or table. */
  'not-a-party',
  /** One of the two has blocked the other. */
  'not-invited',
  'no-such-offer',
  /** No portal of this server has a room of that name. */
  'no-such-room',
  'too-fast',
  /** Database, chain or another server did not answer: ask again. */
  'unavailable',
] as const
export type JoinRefusal = (typeof joinRefusals)[number]

/** The acknowledgement of `join-room`. `people` are those who were there already. */
export const joinAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), roomId: z.string(), peerId: peerIdSchema, people: z.int() }),
  z.object({ ok: z.literal(false), refusal: z.enum(joinRefusals) }),
])
export type JoinAnswer = z.output<typeof joinAnswerSchema>

/** The same as functions, the way socket.io types its events. */
export type VoiceRequestEvents = {
  [E in Exclude<VoiceRequest, 'join-room'>]: (payload: z.input<(typeof voiceRequests)[E]>) => void
} & {
  'join-room': (payload: z.input<(typeof voiceRequests)['join-room']>, answer: (answer: JoinAnswer) => void) => void
}

export type VoiceNoticeEvents = {
  [N in VoiceNotice as N['event']]: (payload: N['payload']) => void
}
