import type { JoinAnswer } from '@parley/protocol'
import type { Signalling } from './Signalling.ts'
import type { Claim } from './Standing.ts'
import { VoiceProblem } from './VoiceProblem.ts'

/** These pass: the server is busy, or starting, or has heard too much from here. */
const passing: ReadonlySet<string> = new Set(['too-fast', 'unavailable'])
const retryMs = 2_000
const maxRetries = 15
/** There are no more rooms of a name than this. */
const maxRooms = 50

export interface SeatWish {
  readonly roomId: string
  /** What one says of oneself on the connection with this id. */
  readonly claim: (peerId: string) => Promise<Claim>
  /** False once the call was left. */
  readonly wanted: () => boolean
}

/** Asks for a seat until it gets one: in the next room if one is full, again after a server fault. */
export async function seatOf(
  signalling: Signalling,
  { roomId, claim, wanted }: SeatWish,
): Promise<Extract<JoinAnswer, { ok: true }> | null> {
  let room = roomId
  let retries = 0
  for (let rooms = 0; rooms < maxRooms && wanted();) {
    const answer = await signalling.join({ roomId: room, ...(await claim(signalling.peerId)) })
    if (answer.ok) return answer
    const lead = signalling.takeLead()
    if (answer.refusal === 'full' && lead !== null) {
      room = lead
      rooms += 1
    } else if (passing.has(answer.refusal) && retries < maxRetries) {
      retries += 1
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    } else throw new VoiceProblem(answer.refusal)
  }
  return null
}
