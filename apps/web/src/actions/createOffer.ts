import { createCall, offerIdFromReceipt, type OfferTerms } from '@parley/chain'
import type { Address, Nft, OfferId, TxHash } from '@parley/domain'
import { checkDeal, checkHeld, type Deal } from './checkDeal.ts'
import {
  missingApprovals,
  requireContracts,
  requireOwnership,
  requireRecipient,
  requireSameEscrows,
  requireSigner,
  requireWallet,
  requireFee,
  requireMeans,
} from './chainChecks.ts'
import { ActionError, type ActionFailure, type ActionTools, runStep, type ConnectedTools } from './action.ts'
import { transact } from './transact.ts'
import { numbersToWire, type OfferHint, sidesToWire } from '@parley/protocol'

interface CreateOutcome {
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
 * @param confirm runs right before the wallet is asked, and throws an ActionError where the deal is no longer wanted.
 * @throws ActionError. Until the transaction is sent, nothing has happened to the NFTs.
 */
export async function createOffer(
  tools: ActionTools,
  deal: Deal,
  held: readonly Nft[] | null,
  confirm: () => Promise<void> = async () => undefined,
): Promise<CreateOutcome> {
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
    confirm: async (through) => {
      await requireRecipient(through, requested, recipient)
      await confirm()
    },
  })
  const offerId = await runStep(report, 'offer-id', async () => offerIdFromReceipt(receipt, escrow, owner))
  const recorded = await runStep(report, 'record', () => recordCreation(connected, terms, offerId))
  return { offerId, txHash: receipt.transactionHash, recorded }
}

async function validate(tools: ActionTools, deal: Deal, held: readonly Nft[] | null) {
  const connected = requireWallet(tools)
  stopAt(checkDeal(deal))
  await requireSigner(connected)
  stopAt(checkHeld(deal.offered, held))
  const { coins, recipient } = deal
  if (!coins) throw new ActionError({ kind: 'bad-coins' })
  if (!recipient) throw new ActionError({ kind: 'bad-recipient' })
  requireSameEscrows(tools)
  return { connected, terms: { ...deal, coins, recipient } }
}

function stopAt(failure: ActionFailure | null): void {
  if (failure) throw new ActionError(failure)
}

/** The newest deployment takes new offers (decision C9). */
function newestEscrow(escrows: ActionTools['config']['escrows']): Address {
  const [newest] = escrows
  if (!newest) throw new RangeError('the page was built for no escrow')
  return newest.address
}

/** Tells the server of a new offer. Resolves to whether it took the news: the chain has the offer in any case. */
async function recordCreation(tools: ConnectedTools, terms: OfferTerms, offerId: OfferId | TxHash): Promise<boolean> {
  const body = hintOf(terms, {
    creator: tools.wallet.address,
    offerId,
    nowS: Math.floor(tools.clock.now() / 1000),
  })
  try {
    await tools.api.request('recordOffer', { body })
    return true
  } catch {
    // Any other answer, or none, means that the index has to find the offer.
    return false
  }
}

interface Circumstances {
  readonly creator: Address
  readonly offerId: OfferId | TxHash
  readonly nowS: number
}

function hintOf(terms: OfferTerms, { creator, offerId, nowS }: Circumstances): OfferHint {
  return {
    offerId,
    creator,
    recipient: terms.recipient,
    ...sidesToWire(terms),
    ...numbersToWire(terms),
    isActive: true,
    // The browser's guess of the block time: the server takes the chain's.
    expiresAt: String(nowS + terms.durationS),
  }
}
