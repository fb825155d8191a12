import { alert, inline, toast } from '../entry.ts'

interface Reason {
  reason: string
}

/** Failures of a transaction. */
export const failureMessages = {
  rejected: toast('Transaction Failed', 'Transaction was rejected in your wallet'),
  timedOut: toast(
    'Transaction Failed',
    'The request timed out. The blockchain network may be congested - please try again later.',
  ),
  waitFailed: toast(
    'Transaction Wait Failed',
    'The transaction was sent, but no confirmation has arrived yet. Check your wallet history, then refresh the page.',
  ),

  createRejected: inline(
    'You rejected the transaction in your wallet. Nothing was sent, and your NFTs remain in your wallet.',
  ),
  createExecutionFailed: inline(
    (p: Reason) => `Contract execution failed. ${p.reason} Your NFTs remain in your wallet.`,
  ),
  createSimulationFailed: inline(
    (p: Reason) =>
      `The swap contract would refuse this offer. ${p.reason} Nothing was sent, and your NFTs remain in your wallet.`,
  ),
  createGas: inline(
    'There is a problem with gas: you may not have enough AVAX for the network fee, or the network asks for more gas than was offered. Your NFTs remain in your wallet.',
  ),
  createNonce: inline(
    'Your wallet counts its transactions differently from the network (nonce). Wait for open transactions, or reset the account in your wallet settings, and try again. Your NFTs remain in your wallet.',
  ),
  createPending: inline(
    'A previous transaction is still pending. Wait until it is confirmed, or speed it up in your wallet, and try again. Your NFTs remain in your wallet.',
  ),
  createPreparation: inline(
    (p: Reason) => `Transaction preparation failed: ${p.reason} Your NFTs remain in your wallet. Please try again.`,
  ),
  createSent: inline(
    'The transaction was sent, but no confirmation has arrived yet. If it goes through, the offer appears in your list by itself; check your wallet history before you try again.',
  ),
  createFailed: alert((p: Reason) => `Failed to create swap offer: ${p.reason}`),
  createUnrecorded: alert(
    "Warning: Offer was created on-chain but our database couldn't be updated. Your offer is safe: it will appear by itself once our records have caught up with the chain.",
  ),

  acceptFailed: alert((p: Reason) => `Failed to accept offer: ${p.reason}`),
  /** Only the detail page shows it, as a toast beside its alert. */
  acceptFailedToast: inline((p: Reason) => truncated(p.reason)),
  returnFailed: alert((p: Reason) => `Failed to return expired offer: ${p.reason}`),
  claimFailed: alert((p: Reason) => `Failed to claim what is still in escrow: ${p.reason}`),
  cancelFailed: alert((p: Reason) => `Failed to cancel your offer: ${p.reason}`),
  cancelFailedToast: inline((p: Reason) => truncated(p.reason)),
  cancelFailedOnChain: alert((p: Reason) => `Failed to cancel your offer on the blockchain: ${p.reason}`),
  cancelRemains: inline(
    'Your offer remains active. Please try again or use the Admin Panel for advanced recovery options.',
  ),
  cancelRemainsLink: inline('Open the recovery of this offer'),
  probablySubmitted: alert(
    'Your transaction may have been submitted. Please check your wallet history and refresh the page in a few minutes.',
  ),

  unknownError: inline('Unknown error'),
  reasonNonce: inline(
    'Your wallet counts its transactions differently from the network (nonce). Wait for open transactions and try again.',
  ),
  reasonPending: inline('A previous transaction is still pending. Wait until it is confirmed and try again.'),
  reasonGas: inline('There is not enough AVAX for the network fee, or the network asks for more gas than was offered.'),
  reasonRateLimited: inline('The network endpoint is busy (too many requests). Please try again in a moment.'),
  reasonUnreachable: inline('The network did not answer. Check your connection and try again.'),
  reasonWrongChain: inline('Your wallet is on another network. Switch it and try again.'),
  reasonReverted: inline('The swap contract refused without saying why.'),
  reasonReplaced: inline('The transaction was replaced by another one in your wallet.'),
  reasonTransactionCancelled: inline('The transaction was cancelled in your wallet.'),
  reasonNotSent: inline('Your wallet gave up without sending anything.'),
  reasonRevertedOnChain: inline((p: Reason) => `The transaction was included but had no effect. ${p.reason}`),
  reasonFunds: inline(
    (p: { needed: string; held: string }) => `It takes ${p.needed}, and your wallet holds ${p.held}.`,
  ),
}

function truncated(reason: string): string {
  return reason.slice(0, 100)
}
