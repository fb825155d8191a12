import { sameAddress, type Address } from '@parley/domain'
import type { JoinRefusal, PrivateVoiceRoom, VoiceRoom } from '@parley/protocol'
import type { Session, Sessions } from '../sessions/createSessions.ts'

/** The two who may talk in a private room; null where there is nothing that it could belong to. */
export type PartiesOf = (room: PrivateVoiceRoom) => Promise<readonly [Address, Address] | null>

export interface AccessCheck {
  readonly sessions: Pick<Sessions, 'byId' | 'onEnded'>
  readonly partiesOf: PartiesOf
  /** Calls the listener when the table of a room is closed. */
  readonly onTableClosed: (tableId: string, listener: () => void) => () => void
}

interface Wish {
  readonly room: VoiceRoom
  /** The wallet that the page acts for. A session of another one is not used by accident. */
  readonly as: Address | undefined
  /** Named by the cookie that the websocket began with. */
  readonly sessionId: string | null
}

/** The session that opens the room, null for a guest of an open one, or why it stays closed. */
export async function checkAccess(
  { sessions, partiesOf }: AccessCheck,
  { room, as, sessionId }: Wish,
): Promise<{ readonly session: Session | null } | { readonly refusal: JoinRefusal }> {
  if (as === undefined) return room.kind === 'open' ? { session: null } : { refusal: 'sign-in-needed' }
  const session = sessionId === null ? null : await sessions.byId(sessionId)
  if (!session) return { refusal: 'sign-in-needed' }
  if (!sameAddress(session.address, as)) return { refusal: 'other-wallet' }
  if (room.kind === 'open') return { session }
  const parties = await partiesOf(room)
  // Offers are public. A table that isn't the caller's could as well not exist.
  if (parties === null && room.kind === 'offer') return { refusal: 'no-such-offer' }
  return parties?.some((party) => sameAddress(party, as)) ? { session } : { refusal: 'not-a-party' }
}
