import { findCollection, type Address } from '@parley/domain'
import {
  approveCollection,
  revokeCollection,
  type ApprovalOutcome,
  type ApprovalRequest,
} from '../../flows/setApproval.ts'
import type { FlowTools } from '../../flows/FlowTools.ts'
import { say } from '../../messages/say.ts'
import type { Portal } from '../../session/Portal.ts'
import { runAction } from '../../session/runAction.ts'
import type { Session } from '../../session/Session.ts'

export interface ApprovalChange {
  readonly kind: 'approve' | 'revoke'
  readonly contract: Address
  readonly escrow: Address
}

const flows: Readonly<
  Record<ApprovalChange['kind'], (tools: FlowTools, request: ApprovalRequest) => Promise<ApprovalOutcome>>
> = {
  approve: approveCollection,
  revoke: revokeCollection,
}

const doneKeys = { approve: 'approvalDone', revoke: 'revokeDone' } as const

/** Approves or revokes one collection and reports the result. */
export function changeApproval(
  session: Session,
  portal: Portal,
  { kind, contract, escrow }: ApprovalChange,
): Promise<boolean> {
  const row = findCollection(session.config.collections, contract)
  const collection = session.speaker.collection(contract)
  return runAction(session, portal, {
    kind,
    subject: contract,
    escrow,
    run: async (tools) => {
      const outcome = await flows[kind](tools, {
        contract,
        escrow,
        priorityFeeGwei: row?.approvalPriorityFeeGwei,
        slowToConfirm: row?.slowToConfirm ?? false,
      })
      if (outcome.kind === 'may-be-processing')
        session.notices.announce({
          ...say(portal.messages, 'approvalMayBeProcessing', { collection }),
          tone: 'warning',
        })
      else session.notices.announce({ ...say(portal.messages, doneKeys[kind], { collection }), tone: 'success' })
    },
  })
}
