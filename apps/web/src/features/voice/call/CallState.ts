import type { Address } from '@parley/domain'
import type { JoinRefusal } from '@parley/protocol'

/** State of the connection to a person. */
export type LineState = 'connecting' | 'connected' | 'reconnecting' | 'failed'
export type Quality = 'good' | 'fair' | 'poor'

/** Another person in the room. */
export interface Person {
  /** Another after they came again. */
  readonly lineId: string
  /** Stable across reconnects of this call: the fingerprint of the connection, once known. */
  readonly key: string
  /** A name that was typed, or an address that was proven; null for a guest. */
  readonly name: string | null
  readonly line: LineState
  /** Null until it was measured. */
  readonly quality: Quality | null
  readonly speaking: boolean
  /** 0 to 1. */
  readonly volume: number
  readonly mutedForMe: boolean
}

export interface MicrophoneChoice {
  readonly id: string
  readonly label: string
}

/**
 * - `off`: not in a call. `checking`: the microphone is open to be tried.
 * - `signing`: the wallet asks for a signature. `asking`: the browser asks for the microphone.
 * - `joining`: the server is being asked for a seat.
 * - `reconnecting`: the line to the server broke; voices may still be heard.
 */
type CallPhase = 'off' | 'checking' | 'signing' | 'asking' | 'joining' | 'connected' | 'reconnecting'

export interface CallState {
  readonly phase: CallPhase
  /** The room one wants to sit in. */
  readonly wanted: string | null
  /** The room one sits in; another of the same name where the wanted one was full. */
  readonly roomId: string | null
  readonly muted: boolean
  /** Space is held. */
  readonly holding: boolean
  /** Of one's own voice, 0 to 1. */
  readonly level: number
  readonly speaking: boolean
  readonly talkingWhileMuted: boolean
  readonly people: readonly Person[]
  /** Keys of those who are not let through any more, and what they were called. */
  readonly blocked: readonly { readonly key: string; readonly name: string | null }[]
  readonly hidden: boolean
  /** Whether the room is in Janus, which keeps addresses to itself. `away`: Janus is gone. */
  readonly bridge: 'none' | 'on' | 'away'
  /** Whether there is a relay, and whether it lets us in; null until it is known. */
  readonly relay: 'there' | 'none' | 'refused' | null
  /** The browser plays nothing before a click. */
  readonly playbackBlocked: boolean
  readonly microphones: readonly MicrophoneChoice[]
  readonly microphoneId: string | null
  readonly problem: VoiceProblemCode | null
}

export const noCall: CallState = {
  phase: 'off',
  wanted: null,
  roomId: null,
  muted: false,
  holding: false,
  level: 0,
  speaking: false,
  talkingWhileMuted: false,
  people: [],
  blocked: [],
  hidden: false,
  bridge: 'none',
  relay: null,
  playbackBlocked: false,
  microphones: [],
  microphoneId: null,
  problem: null,
}

/** What it takes to join a room. */
export interface Ticket {
  readonly roomId: string
  /** The page that the room belongs to. */
  readonly path: string
  /** Signs the wallet in unless it is; null on a page that was loaded again. @throws {VoiceProblem} */
  readonly signIn: (() => Promise<Address>) | null
  /** As which wallet one sat there, and whether one was muted: of a page that was loaded again. */
  readonly as?: Address | null
  readonly muted?: boolean
}

/** Why one cannot talk. Each has words of its own. */
export type VoiceProblemCode =
  /** The user or the browser denied the microphone. */
  | 'denied'
  /** The page came over plain http: browsers then give no microphone. */
  | 'insecure'
  | 'unsupported'
  | 'no-microphone'
  /** Another program holds it. */
  | 'microphone-busy'
  | 'microphone-failed'
  /** It was pulled out in the middle of a call. */
  | 'microphone-gone'
  /** Another tab of this browser talks. */
  | 'other-tab'
  /** Another page has taken over. */
  | 'taken-over'
  /** The server does not answer. */
  | 'unreachable'
  /** The wallet would not sign. */
  | 'not-signed'
  | JoinRefusal

/** Thrown beside what went wrong. */
export class VoiceProblem extends Error {
  override readonly name = 'VoiceProblem'
  readonly code: VoiceProblemCode

  constructor(code: VoiceProblemCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }

  static from(error: unknown): VoiceProblem {
    return error instanceof VoiceProblem ? error : new VoiceProblem('unreachable', error)
  }
}
