import type { VoiceGrant } from '@parley/protocol'

/** What it takes to join a room. */
export interface Ticket {
  readonly roomId: string
  /** The page that the room belongs to. */
  readonly path: string
  /** Asks the wallet to sign, where that is needed or wished; null on a page that was loaded again. @throws {VoiceProblem} */
  readonly prove: ((roomId: string, key: string) => Promise<VoiceGrant>) | null
  /** What the wallet signed before, and whether one was muted: of a page that was loaded again. */
  readonly grant?: VoiceGrant | null
  readonly muted?: boolean
}
