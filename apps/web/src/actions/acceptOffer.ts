import { acceptCall, type OfferOnChain } from '@parley/chain'
import { findCollection, nftKey, sameAddress, type Nft, type Offer, type TxHash } from '@parley/domain'
import { missingApprovals, requireOwnership } from './checks/requireOwnership.ts'
import { requireSameEscrows, requireSigner, requireWallet } from './checks/requireConnection.ts'
import { requireFee } from './checks/requireFee.ts'
import { requireOnChain, requireSame, requireShown } from './checks/requireTerms.ts'
import { FlowError } from './FlowError.ts'
import type { FlowTools } from './FlowTools.ts'
import { recordSettlement } from './recordOffer.ts'
import { runStep } from './Step.ts'
import { transact } from './transact.ts'

export interface AcceptOutcome {
  readonly txHash: TxHash
  readonly recorded: boolean
}

/**
 * Accepts an offer made to the connected wallet. What counts is what the chain says of it, not what the screen showed.
 *
 * @param confirmed NFTs of unsupported collections that the person has confirmed one by one (decision S5).
 * @throws FlowError
 */
export async function acceptOffer(tools: FlowTools, offer: Offer, confirmed: readonly Nft[]): Promise<AcceptOutcome> {
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

async function validate(tools: FlowTools, offer: Offer, confirmed: readonly Nft[]) {
  const connected = requireWallet(tools)
  requireSameEscrows(tools)
  const terms = await requireOnChain(tools, offer)
  if (!sameAddress(terms.recipient, connected.wallet.address)) throw new FlowError({ kind: 'not-recipient' })
  requireSame(offer, terms)
  requireConfirmed(tools, terms, confirmed)
  await requireSigner(connected)
  return { connected, terms }
}

function requireConfirmed({ config }: FlowTools, terms: OfferOnChain, confirmed: readonly Nft[]): void {
  const keys = new Set(confirmed.map(nftKey))
  const open = terms.offered.filter(
    (nft) => !findCollection(config.collections, nft.contract) && !keys.has(nftKey(nft)),
  )
  if (open.length > 0) throw new FlowError({ kind: 'unconfirmed', nfts: open })
}
