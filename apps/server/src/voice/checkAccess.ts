import { sameAddress, type Address } from '@parley/domain'
import type { JoinRefusal, PrivateVoiceRoom, VoiceRoom } from '@parley/protocol'
import type { Session, Sessions } from '../sessions/createSessions.ts'

type Parties = readonly [Address, Address]

/** The two who may talk in a private room; null where there is nothing that it could belong to. */
export type PartiesOf = (room: PrivateVoiceRoom) => Promise<Parties | null>

export interface AccessCheck {
  readonly sessions: Pick<Sessions, 'byId' | 'onEnded'>
  readonly partiesOf: PartiesOf
  /** Whether one of the two has blocked the other (decision N7). */
  readonly isBlocked: (parties: Parties) => Promise<boolean>
  /** Calls the listener when the table of a room is closed, and when one of the two blocks the other. */
  readonly onPartiesEnded: (room: PrivateVoiceRoom, parties: Parties, listener: () => void) => () => void
}

interface Access {
  readonly session: Session | null
  readonly parties: Parties | null
}

interface Wish {
  readonly room: VoiceRoom
  /** The wallet that the page acts for. A session of another one is not used by accident. */
  readonly as: Address | undefined
  /** Named by the cookie that the websocket began with. */
  readonly sessionId: string | null
}

/** The session that opens the room, null for a guest of an open one, or why it stays closed. `parties`: of a private room. */
export async function checkAccess(
  { sessions, partiesOf, isBlocked }: AccessCheck,
  { room, as, sessionId }: Wish,
): Promise<Access | { readonly refusal: JoinRefusal }> {
  if (as === undefined) return room.kind === 'open' ? { session: null, parties: null } : { refusal: 'sign-in-needed' }
  const session = sessionId === null ? null : await sessions.byId(sessionId)
  if (!session) return { refusal: 'sign-in-needed' }
  if (!sameAddress(session.address, as)) return { refusal: 'other-wallet' }
  if (room.kind === 'open') return { session, parties: null }
  const parties = await partiesOf(room)
  // Offers are public. A table that isn't the caller's could as well not exist.
  if (parties === null && room.kind === 'offer') return { refusal: 'no-such-offer' }
  if (!parties?.some((party) => sameAddress(party, as))) return { refusal: 'not-a-party' }
  return (await isBlocked(parties)) ? { refusal: 'not-invited' } : { session, parties }
}
