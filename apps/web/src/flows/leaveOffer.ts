import { isProbablySubmitted, type ContractCall, type OfferOnChain } from '@parley/chain'
import type { Nft, Offer, TxHash } from '@parley/domain'
import type { SettlementHint } from '@parley/protocol'
import type { Client, TransactionReceipt } from 'viem'
import { requireOnChain, requireSame, requireShown } from './checks/requireTerms.ts'
import type { Intent } from './checks/lastLook.ts'
import { requireSigner, requireWallet } from './checks/requireWallet.ts'
import { FlowError } from './FlowError.ts'
import type { ConnectedTools, FlowTools } from './FlowTools.ts'
import { recordSettlement } from './recordSettlement.ts'
import { runStep } from './Step.ts'
import { transact } from './transact.ts'

/** `probable`: the wallet's answer means that it was probably submitted before (decision C4). */
export type LeaveOutcome =
  | {
      readonly kind: 'done'
      readonly txHash: TxHash
      readonly recorded: boolean
      /** NFTs whose collection did not let them go: still in the escrow, for `claimReturned` (decision K7). */
      readonly leftBehind: number
    }
  | { readonly kind: 'probable'; readonly recorded: boolean }

/** How one way of leaving an offer differs from the others. */
export interface WayOut {
  /** Throws a FlowError when the viewer may not go this way. */
  readonly requireRight: (terms: OfferOnChain, tools: ConnectedTools) => void
  readonly callFor: (terms: OfferOnChain, tools: ConnectedTools) => Promise<ContractCall>
  /** Throws a FlowError unless the chain, read through the wallet, confirms the rest of what the screen showed. */
  readonly confirm?: (through: Client) => Promise<void>
  /** What its receipt leaves in the escrow. */
  readonly leftBehindBy: (receipt: TransactionReceipt) => readonly Nft[]
  /** The hint sent to the server. */
  readonly hintOf: (tools: ConnectedTools) => SettlementHint
}

/** Takes an offer's NFTs out of the escrow: the common part of cancel, recover, return and claim. */
export async function leaveOffer(tools: FlowTools, offer: Offer, way: WayOut): Promise<LeaveOutcome> {
  const { connected, terms } = await runStep(tools.report, 'validate', async () => {
    const connectedTools = requireWallet(tools)
    const found = await requireOnChain(tools, offer)
    way.requireRight(found, connectedTools)
    requireSame(offer, found)
    await requireSigner(connectedTools)
    return { connected: connectedTools, terms: found }
  })
  const call = await way.callFor(terms, connected)
  const confirm = async (through: Client): Promise<void> => {
    await requireShown(through, offer)
    await way.confirm?.(through)
  }
  const receipt = await transactUnlessSent(connected, { escrow: offer.escrow, call, confirm })
  const recorded = await runStep(tools.report, 'record', () =>
    recordSettlement(connected, offer.id, way.hintOf(connected)),
  )
  if (!receipt) return { kind: 'probable', recorded }
  return {
    kind: 'done',
    txHash: receipt.transactionHash,
    recorded,
    leftBehind: way.leftBehindBy(receipt).length,
  }
}

async function transactUnlessSent(tools: ConnectedTools, intent: Intent): Promise<TransactionReceipt | null> {
  try {
    return await transact(tools, intent)
  } catch (error) {
    if (!(error instanceof FlowError) || error.failure.kind !== 'chain') throw error
    if (!isProbablySubmitted(error.failure.failure)) throw error
    tools.note({ kind: 'probable', atMs: tools.clock.now() })
    return null
  }
}

/** That the wallet has closed the offer just now. */
export function closedHint({ clock, wallet }: ConnectedTools): SettlementHint {
  return {
    isActive: false,
    status: 'completed',
    completedBy: wallet.address,
    completedAt: new Date(clock.now()).toISOString(),
  }
}
