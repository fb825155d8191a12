import { createCall, offerIdFromReceipt } from '@parley/chain'
import type { Address, Nft, OfferId, TxHash } from '@parley/domain'
import { checkDeal, checkHeld, type Deal } from './checks/checkDeal.ts'
import { missingApprovals, requireContracts, requireOwnership, requireRecipient } from './checks/requireOwnership.ts'
import { requireSameEscrows, requireSigner, requireWallet } from './checks/requireConnection.ts'
import { requireFee, requireMeans } from './checks/requireFee.ts'
import { FlowError, type FlowFailure } from './FlowError.ts'
import type { FlowTools } from './FlowTools.ts'
import { recordCreation } from './recordOffer.ts'
import { runStep } from './Step.ts'
import { transact } from './transact.ts'

export interface CreateOutcome {
  /** The offer's id, or the transaction's hash where the receipt held no event. */
  readonly offerId: OfferId | TxHash
  readonly txHash: TxHash
  /** False if the server couldn't be notified. The offer is on chain anyway. */
  readonly recorded: boolean
}

/**
 * Creates an offer: steps 1 to 8 of the specification's create flow. Who calls it shows the outcome and refreshes.
 *
 * @param held the wallet's NFTs as the page lists them, or null where the list could not be read.
 * @throws FlowError. Until the transaction is sent, nothing has happened to the NFTs.
 */
export async function createOffer(tools: FlowTools, deal: Deal, held: readonly Nft[] | null): Promise<CreateOutcome> {
  const { report, chain, config } = tools
  const escrow = newestEscrow(config.escrows)
  const { connected, terms } = await runStep(report, 'validate', () => validate(tools, deal, held))
  const { offered, requested, coins, recipient } = terms
  const owner = connected.wallet.address

  await runStep(report, 'ownership', async () => {
    await requireContracts(chain, [...offered, ...requested])
    await requireOwnership(chain, offered, owner)
    await requireRecipient(chain, requested, recipient)
  })
  const approvals = await runStep(report, 'approval', () => missingApprovals(tools, offered, owner, escrow))
  const feeWei = await runStep(report, 'fee', async () => {
    const nowWei = await requireFee(tools, escrow)
    if (coins.offeredWei > 0n) await requireMeans(chain, owner, nowWei + coins.offeredWei)
    return nowWei
  })
  const receipt = await transact(connected, {
    escrow,
    call: createCall(escrow, terms, feeWei),
    approvals,
    confirm: (through) => requireRecipient(through, requested, recipient),
  })
  const offerId = await runStep(report, 'offer-id', async () => offerIdFromReceipt(receipt, escrow, owner))
  const recorded = await runStep(report, 'record', () => recordCreation(connected, terms, offerId))
  return { offerId, txHash: receipt.transactionHash, recorded }
}

async function validate(tools: FlowTools, deal: Deal, held: readonly Nft[] | null) {
  const connected = requireWallet(tools)
  stopAt(checkDeal(deal))
  await requireSigner(connected)
  stopAt(checkHeld(deal.offered, held))
  const { coins, recipient } = deal
  if (!coins) throw new FlowError({ kind: 'bad-coins' })
  if (!recipient) throw new FlowError({ kind: 'bad-recipient' })
  requireSameEscrows(tools)
  return { connected, terms: { ...deal, coins, recipient } }
}

function stopAt(failure: FlowFailure | null): void {
  if (failure) throw new FlowError(failure)
}

/** The newest deployment takes new offers (decision C9). */
function newestEscrow(escrows: FlowTools['config']['escrows']): Address {
  const [newest] = escrows
  if (!newest) throw new RangeError('the page was built for no escrow')
  return newest.address
}
