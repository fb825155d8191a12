import { readApproval } from '@parley/chain'
import { findCollection, nftKey, type Address } from '@parley/domain'
import { getConnection } from 'wagmi/actions'
import {
  approveCollection,
  revokeCollection,
  type ApprovalOutcome,
  type ApprovalRequest,
} from '../../actions/setApproval.ts'
import { renderMessage } from '../../text/message.ts'
import { ActionError, type ActionTools } from '../../actions/action.ts'
import type { Portal } from '../../services/Portal.ts'
import { runAction, withTransaction } from '../../services/runAction.ts'
import type { Session } from '../../services/Session.ts'

export interface ApprovalChange {
  readonly kind: 'approve' | 'revoke'
  readonly contract: Address
  readonly escrow: Address
  /** These NFTs, by one transaction each; empty for the whole collection. */
  readonly tokenIds?: readonly bigint[]
}

const flows: Readonly<
  Record<ApprovalChange['kind'], (tools: ActionTools, request: ApprovalRequest) => Promise<ApprovalOutcome>>
> = {
  approve: approveCollection,
  revoke: revokeCollection,
}

const doneKeys = { approve: 'approvalDone', revoke: 'revokeDone' } as const

/**
 * Approves or revokes a collection or some of its NFTs, and reports the result. Stops at the first that fails, and when
 * the wallet changes to another account.
 */
export async function changeApproval(session: Session, portal: Portal, change: ApprovalChange): Promise<boolean> {
  const { tokenIds = [] } = change
  if (tokenIds.length === 0) return changeOne(session, portal, change)
  const { address: owner } = getConnection(session.wagmi)
  for (const tokenId of tokenIds) {
    if (owner && (await isDone(session, change, tokenId, owner))) continue
    if (!(await changeOne(session, portal, change, { tokenId, owner }))) return false
  }
  return true
}

/** Whether an earlier attempt has got this far. The wallet isn't asked for the same NFT twice. */
async function isDone({ chain }: Session, change: ApprovalChange, tokenId: bigint, owner: Address): Promise<boolean> {
  const { kind, contract, escrow: operator } = change
  const scope = await readApproval(chain, { contract, owner, operator, tokenIds: [tokenId] }).catch(() => null)
  return scope !== null && (scope === 'none') === (kind === 'revoke')
}

/** One NFT, and the account that began. */
interface One {
  readonly tokenId: bigint
  readonly owner: Address | undefined
}

function changeOne(
  session: Session,
  portal: Portal,
  { kind, contract, escrow }: ApprovalChange,
  one?: One,
): Promise<boolean> {
  const tokenId = one?.tokenId
  const row = findCollection(session.config.collections, contract)
  const name = session.formatter.collection(contract)
  const collection = tokenId === undefined ? name : `${name} #${tokenId}`
  return runAction(session, portal, {
    kind,
    subject: contract,
    items: tokenId === undefined ? [] : [nftKey({ contract, tokenId })],
    escrow,
    run: async (tools) => {
      if (one?.owner && tools.wallet && tools.wallet.address !== one.owner)
        throw new ActionError({ kind: 'account-changed' })
      const outcome = await flows[kind](tools, {
        contract,
        escrow,
        tokenId,
        priorityFeeGwei: row?.approvalPriorityFeeGwei,
        slowToConfirm: row?.slowToConfirm ?? false,
      })
      const said =
        outcome.kind === 'may-be-processing'
          ? ({ ...renderMessage(portal.messages, 'approvalMayBeProcessing', { collection }), tone: 'warning' } as const)
          : ({ ...renderMessage(portal.messages, doneKeys[kind], { collection }), tone: 'success' } as const)
      session.notices.announce(withTransaction(session, said))
    },
  })
}
