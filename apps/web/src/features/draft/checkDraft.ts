import { getConnection } from 'wagmi/actions'
import { checkDeal } from '../../flows/checks/checkDeal.ts'
import type { Said } from '../../messages/Said.ts'
import { sayFailure } from '../../messages/sayFailure.ts'
import { dealOfDraft } from '../../session/dealOfDraft.ts'
import type { Portal } from '../../session/Portal.ts'
import type { Session } from '../../session/Session.ts'

/** The first of the create checks that fails without asking wallet or chain; creating runs these and the others again. */
export function checkDraft(session: Session, portal: Portal): Said | null {
  const connected = getConnection(session.wagmi).status === 'connected'
  const failure = connected ? checkDeal(dealOfDraft(session, portal)) : ({ kind: 'not-connected' } as const)
  if (!failure) return null
  const [said = null] = sayFailure('create', failure, { messages: portal.messages, speaker: session.speaker })
  return said
}
