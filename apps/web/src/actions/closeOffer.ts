import {
  cancelCall,
  cancelExpiredCall,
  claimReturnedCall,
  type ContractCall,
  isProbablySubmitted,
  leftAfterClaim,
  leftBehind,
  type OfferOnChain,
  readCustody,
  sendHomeCall,
} from '@parley/chain'
import { type Nft, type Offer, sameAddress, type TxHash } from '@parley/domain'
import type { SettlementHint } from '@parley/protocol'
import type { Client, TransactionReceipt } from 'viem'
import { FlowError, inPhase } from './FlowError.ts'
import type { ConnectedTools, FlowTools } from './FlowTools.ts'
import { runStep } from './Step.ts'
import type { Intent } from './checks/lastLook.ts'
import { requireFee } from './checks/requireFee.ts'
import { requireOnChain, requireSame, requireShown } from './checks/requireTerms.ts'
import { requireSigner, requireWallet } from './checks/requireConnection.ts'
import { recordSettlement } from './recordOffer.ts'
import { transact } from './transact.ts'

/** The creator cancels an unexpired offer, free of charge. Throws FlowError. */
export function cancelOffer(tools: FlowTools, offer: Offer): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: (terms, { wallet }) => {
      if (!sameAddress(terms.creator, wallet.address)) throw new FlowError({ kind: 'not-creator' })
    },
    callFor: async (terms) => cancelCall(terms),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}

/** The recipient sends an expired offer's NFTs home to its creator. Pays the fee. Throws FlowError. */
export function returnExpired(tools: FlowTools, offer: Offer): Promise<CloseOutcome> {
  return leaveExpired(tools, offer, 'recipient')
}

/** The creator takes an expired offer's NFTs home. Pays the fee. Throws FlowError. */
export function recoverExpired(tools: FlowTools, offer: Offer): Promise<CloseOutcome> {
  return leaveExpired(tools, offer, 'creator')
}

function leaveExpired(tools: FlowTools, offer: Offer, role: 'creator' | 'recipient'): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: (terms, { wallet }) => {
      if (!sameAddress(terms[role], wallet.address))
        throw new FlowError({ kind: role === 'creator' ? 'not-creator' : 'not-recipient' })
    },
    callFor: (terms, connected) =>
      runStep(connected.report, 'fee', async () => cancelExpiredCall(terms, await requireFee(connected, terms.escrow))),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}

/** Sends an abandoned offer's NFTs home to its creator (decision E4). Anyone may, and it is free. Throws FlowError. */
export function sendHome(tools: FlowTools, offer: Offer): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: () => undefined,
    callFor: async (terms) => sendHomeCall(terms),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}

/** Sends the creator the NFTs whose return failed (decision K7). Open to anyone, and free. */
export function claimReturned(tools: FlowTools, offer: Offer): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: () => undefined,
    callFor: async (terms) => claimReturnedCall(terms),
    confirm: async (through) => {
      const holders = await inPhase('read', () =>
        Promise.all(offer.unreturned.map((nft) => readCustody(through, offer.escrow, nft))),
      )
      if (holders.some((holder) => holder !== offer.id)) throw new FlowError({ kind: 'chain-differs' })
    },
    leftBehindBy: (receipt) => leftAfterClaim(receipt, offer),
    // The offer was already closed: the server only has to read it again.
    hintOf: () => ({ isActive: false }),
  })
}

/** `probable`: the wallet's answer means that it was probably submitted before (decision C4). */
export type CloseOutcome =
  | {
      readonly kind: 'done'
      readonly txHash: TxHash
      readonly recorded: boolean
      /** NFTs whose collection did not let them go: still in the escrow, for `claimReturned` (decision K7). */
      readonly leftBehind: number
    }
  | { readonly kind: 'probable'; readonly recorded: boolean }

/** How one way of leaving an offer differs from the others. */
interface CloseStrategy {
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
async function closeOffer(tools: FlowTools, offer: Offer, way: CloseStrategy): Promise<CloseOutcome> {
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
function closedHint({ clock, wallet }: ConnectedTools): SettlementHint {
  return {
    isActive: false,
    status: 'completed',
    completedBy: wallet.address,
    completedAt: new Date(clock.now()).toISOString(),
  }
}
