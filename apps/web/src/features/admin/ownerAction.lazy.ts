import type { ContractCall } from '@parley/chain'
import type { Address } from '@parley/domain'
import { runStep } from '../../actions/action.ts'
import { requireWallet } from '../../actions/checks.ts'
import { transact } from '../../actions/transact.ts'
import type { Said } from '../../messages/entry.ts'
import type { MessageKey } from '../../messages/generalMessages.ts'
import type { Portal } from '../../services/Portal.ts'
import { runAction, withTransaction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'

export interface OwnerAction {
  readonly escrow: Address
  readonly call: ContractCall
  /** What to say when it went through. */
  readonly done: Extract<MessageKey, `admin${string}Done`>
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
      const { channel, title, text } = portal.messages[done]
      const said: Said = { key: done, channel, text, tone: 'success', ...(title === undefined ? {} : { title }) }
      session.notices.announce(withTransaction(session, said))
    },
  })
}
