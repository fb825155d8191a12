import { readApproval } from '@parley/chain'
import { findCollection, type Address } from '@parley/domain'
import { getConnection } from 'wagmi/actions'
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
  /** These NFTs, by one transaction each; empty for the whole collection. */
  readonly tokenIds?: readonly bigint[]
}

const flows: Readonly<
  Record<ApprovalChange['kind'], (tools: FlowTools, request: ApprovalRequest) => Promise<ApprovalOutcome>>
> = {
  approve: approveCollection,
  revoke: revokeCollection,
}

const doneKeys = { approve: 'approvalDone', revoke: 'revokeDone' } as const

/** Approves or revokes a collection or some of its NFTs, and reports the result. Stops at the first that fails. */
export async function changeApproval(session: Session, portal: Portal, change: ApprovalChange): Promise<boolean> {
  const { tokenIds = [] } = change
  if (tokenIds.length === 0) return changeOne(session, portal, change)
  for (const tokenId of tokenIds) {
    if (await isDone(session, change, tokenId)) continue
    if (!(await changeOne(session, portal, change, tokenId))) return false
  }
  return true
}

/** Whether an earlier attempt has got this far. The wallet isn't asked for the same NFT twice. */
async function isDone({ chain, wagmi }: Session, change: ApprovalChange, tokenId: bigint): Promise<boolean> {
  const { address: owner } = getConnection(wagmi)
  if (!owner) return false
  const { kind, contract, escrow: operator } = change
  const scope = await readApproval(chain, { contract, owner, operator, tokenIds: [tokenId] }).catch(() => null)
  return scope !== null && (scope === 'none') === (kind === 'revoke')
}

function changeOne(
  session: Session,
  portal: Portal,
  { kind, contract, escrow }: ApprovalChange,
  tokenId?: bigint,
): Promise<boolean> {
  const row = findCollection(session.config.collections, contract)
  const name = session.speaker.collection(contract)
  const collection = tokenId === undefined ? name : `${name} #${tokenId}`
  return runAction(session, portal, {
    kind,
    subject: contract,
    escrow,
    run: async (tools) => {
      const outcome = await flows[kind](tools, {
        contract,
        escrow,
        tokenId,
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
