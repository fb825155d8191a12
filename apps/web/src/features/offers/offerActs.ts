import { getConnection } from 'wagmi/actions'
import type { Portal } from '../../services/Portal.ts'
import { meet } from '../../services/recentPeople.ts'
import type { Session } from '../../services/Session.ts'
import { runAccept as accept, type Acceptance } from './runAccept.ts'

// Checking, signing and sending in one lazy chunk.
export { runCreate } from './runCreate.ts'
export { runLeave } from './runLeave.ts'

/** Accepts an offer, and remembers its creator as someone whom this account has traded with. */
export async function runAccept(session: Session, portal: Portal, acceptance: Acceptance): Promise<boolean> {
  const account = getConnection(session.wagmi).address
  const accepted = await accept(session, portal, acceptance)
  if (accepted) meet(account, acceptance.offer.creator)
  return accepted
}
