import type { JoinRefusal } from '@parley/protocol'

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
