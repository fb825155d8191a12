import type { ContractCall } from '@parley/chain'
import type { Address } from '@parley/domain'
import { runStep } from '../../actions/action.ts'
import { requireWallet } from '../../actions/chainChecks.ts'
import { transact } from '../../actions/transact.ts'
import { adminMessages } from '../../text/admin.ts'
import { renderMessage } from '../../text/message.ts'
import type { Portal } from '../../services/Portal.ts'
import { runAction, withTransaction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'

export interface OwnerAction {
  readonly escrow: Address
  readonly call: ContractCall
  /** What to say when it went through. */
  readonly done: Extract<keyof typeof adminMessages, `admin${string}Done`>
}

/** One action of the escrow's owner. Like every call it is simulated first, so what the contract refuses never reaches the wallet. */
export function runOwnerAction(
  session: Session,
  portal: Portal,
  { escrow, call, done }: OwnerAction,
): Promise<boolean> {
  return runAction(session, portal, {
    kind: 'own',
    subject: null,
    run: async (tools) => {
      const connected = await runStep(tools.report, 'validate', async () => requireWallet(tools))
      await transact(connected, { escrow, call })
      const said = renderMessage(adminMessages, done)
      session.notices.announce(withTransaction(session, { ...said, tone: 'success' }))
    },
  })
}
