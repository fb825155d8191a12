import {
  acceptCall,
  type OfferOnChain,
  cancelCall,
  cancelExpiredCall,
  claimReturnedCall,
  type ContractCall,
  isProbablySubmitted,
  leftAfterClaim,
  leftBehind,
  readCustody,
  sendHomeCall,
} from '@parley/chain'
import { findCollection, nftKey, sameAddress, type Nft, type Offer, type OfferId, type TxHash } from '@parley/domain'
import {
  missingApprovals,
  requireOwnership,
  requireSameEscrows,
  requireSigner,
  requireWallet,
  requireFee,
  requireOnChain,
  requireSame,
  requireShown,
} from './chainChecks.ts'
import { ActionError, type ActionTools, runStep, inPhase, type ConnectedTools } from './action.ts'
import { transact, type Intent } from './transact.ts'
import type { SettlementHint } from '@parley/protocol'
import type { Client, TransactionReceipt } from 'viem'

interface AcceptOutcome {
  readonly txHash: TxHash
  readonly recorded: boolean
}

/**
 * Accepts an offer made to the connected wallet. What counts is what the chain says of it, not what the screen showed.
 *
 * @param confirmed NFTs of unsupported collections that the person has confirmed one by one (decision S5).
 * @throws ActionError
 */
export async function acceptOffer(tools: ActionTools, offer: Offer, confirmed: readonly Nft[]): Promise<AcceptOutcome> {
  const { report, chain } = tools
  const { connected, terms } = await runStep(report, 'validate', () => validate(tools, offer, confirmed))
  const viewer = connected.wallet.address
  await runStep(report, 'ownership', () => requireOwnership(chain, terms.requested, viewer))
  const approvals = await runStep(report, 'approval', () =>
    missingApprovals(tools, terms.requested, viewer, offer.escrow),
  )
  const feeWei = await runStep(report, 'fee', () => requireFee(tools, offer.escrow))
  const { transactionHash } = await transact(connected, {
    escrow: offer.escrow,
    call: acceptCall(terms, feeWei),
    approvals,
    confirm: (through) => requireShown(through, offer),
  })
  const recorded = await runStep(report, 'record', () =>
    recordSettlement(connected, offer.id, {
      status: 'completed',
      completedBy: viewer,
      completedTxHash: transactionHash,
    }),
  )
  return { txHash: transactionHash, recorded }
}

async function validate(tools: ActionTools, offer: Offer, confirmed: readonly Nft[]) {
  const connected = requireWallet(tools)
  requireSameEscrows(tools)
  const terms = await requireOnChain(tools, offer)
  if (!sameAddress(terms.recipient, connected.wallet.address)) throw new ActionError({ kind: 'not-recipient' })
  requireSame(offer, terms)
  requireConfirmed(tools, terms, confirmed)
  await requireSigner(connected)
  return { connected, terms }
}

function requireConfirmed({ config }: ActionTools, terms: OfferOnChain, confirmed: readonly Nft[]): void {
  const keys = new Set(confirmed.map(nftKey))
  const open = terms.offered.filter(
    (nft) => !findCollection(config.collections, nft.contract) && !keys.has(nftKey(nft)),
  )
  if (open.length > 0) throw new ActionError({ kind: 'unconfirmed', nfts: open })
}

/** The creator cancels an unexpired offer, free of charge. Throws ActionError. */
export function cancelOffer(tools: ActionTools, offer: Offer): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: (terms, { wallet }) => {
      if (!sameAddress(terms.creator, wallet.address)) throw new ActionError({ kind: 'not-creator' })
    },
    callFor: async (terms) => cancelCall(terms),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}

/** The recipient sends an expired offer's NFTs home to its creator. Pays the fee. Throws ActionError. */
export function returnExpired(tools: ActionTools, offer: Offer): Promise<CloseOutcome> {
  return leaveExpired(tools, offer, 'recipient')
}

/** The creator takes an expired offer's NFTs home. Pays the fee. Throws ActionError. */
export function recoverExpired(tools: ActionTools, offer: Offer): Promise<CloseOutcome> {
  return leaveExpired(tools, offer, 'creator')
}

function leaveExpired(tools: ActionTools, offer: Offer, role: 'creator' | 'recipient'): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: (terms, { wallet }) => {
      if (!sameAddress(terms[role], wallet.address))
        throw new ActionError({ kind: role === 'creator' ? 'not-creator' : 'not-recipient' })
    },
    callFor: (terms, connected) =>
      runStep(connected.report, 'fee', async () => cancelExpiredCall(terms, await requireFee(connected, terms.escrow))),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}

/** Sends an abandoned offer's NFTs home to its creator (decision E4). Anyone may, and it is free. Throws ActionError. */
export function sendHome(tools: ActionTools, offer: Offer): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: () => undefined,
    callFor: async (terms) => sendHomeCall(terms),
    leftBehindBy: (receipt) => leftBehind(receipt, offer.escrow),
    hintOf: closedHint,
  })
}

/** Sends the creator the NFTs whose return failed (decision K7). Open to anyone, and free. */
export function claimReturned(tools: ActionTools, offer: Offer): Promise<CloseOutcome> {
  return closeOffer(tools, offer, {
    requireRight: () => undefined,
    callFor: async (terms) => claimReturnedCall(terms),
    confirm: async (through) => {
      const holders = await inPhase('read', () =>
        Promise.all(offer.unreturned.map((nft) => readCustody(through, offer.escrow, nft))),
      )
      if (holders.some((holder) => holder !== offer.id)) throw new ActionError({ kind: 'chain-differs' })
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
  /** Throws an ActionError when the viewer may not go this way. */
  readonly requireRight: (terms: OfferOnChain, tools: ConnectedTools) => void
  readonly callFor: (terms: OfferOnChain, tools: ConnectedTools) => Promise<ContractCall>
  /** Confirms the rest of what the screen showed, through the wallet's chain. Throws ActionError. */
  readonly confirm?: (through: Client) => Promise<void>
  /** What its receipt leaves in the escrow. */
  readonly leftBehindBy: (receipt: TransactionReceipt) => readonly Nft[]
  /** The hint sent to the server. */
  readonly hintOf: (tools: ConnectedTools) => SettlementHint
}

/** Takes an offer's NFTs out of the escrow: the common part of cancel, recover, return and claim. */
async function closeOffer(tools: ActionTools, offer: Offer, way: CloseStrategy): Promise<CloseOutcome> {
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
    if (!(error instanceof ActionError) || error.failure.kind !== 'chain') throw error
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

/** Tells the server that an offer was settled. Resolves to whether it took the news: it reads the chain in any case. */
async function recordSettlement({ api }: ActionTools, offerId: OfferId, hint: SettlementHint): Promise<boolean> {
  try {
    await api.request('patchOffer', { params: { offerId }, body: hint })
    return true
  } catch {
    // Any other answer, or none, means that the index has to find it.
    return false
  }
}
