import type { VoiceProof } from '@parley/protocol'

/** What it takes to join a room. */
export interface Ticket {
  readonly roomId: string
  /** The page that the room belongs to. */
  readonly path: string
  /** Asks the wallet to sign, for a private room; null where the room is open. @throws {VoiceProblem} */
  readonly prove: ((roomId: string) => Promise<VoiceProof>) | null
  /** A proof from before, and whether one was muted: of a page that was loaded again. */
  readonly proof?: VoiceProof | null
  readonly muted?: boolean
}
