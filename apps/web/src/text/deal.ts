import { alert, toast, unseen } from './message.ts'

/** Problems of a deal that are found before anything is sent. */
export const dealMessages = {
  connectFirst: alert('Please connect your wallet first'),
  selectOwn: alert('Please select an NFT to trade'),
  selectFriends: alert('Please select an NFT you want in return'),
  friendAddress: alert("Please enter a valid friend's address"),
  reconnect: alert('Wallet connection issue. Please reconnect your wallet.'),
  notInWallet: alert(
    (p: { name: string }) => `${p.name} isn’t in your wallet any more. Refresh your NFTs and choose again.`,
  ),
  approveFirst: alert('You need to approve NFTs for trading first. Please use the NFT Approval button above.'),
  tooMany: alert('You can only select up to 20 NFTs per side'),
  notOwned: alert(
    (p: { tokenId: bigint; collection: string; owner: string }) =>
      `You don't own NFT #${p.tokenId} of ${p.collection}. Its owner is ${p.owner}.`,
  ),
  ownershipUnknown: alert(
    (p: { tokenId: bigint; collection: string }) =>
      `Cannot verify ownership of NFT #${p.tokenId} of ${p.collection}. Please try again.`,
  ),
  noValidOwn: alert('No valid NFTs selected for your side of the trade'),
  noValidFriends: alert("No valid NFTs selected for your friend's side of the trade"),
  noContract: alert((p: { contract: string }) => `There is no NFT contract at ${p.contract}. Take it out of the deal.`),
  otherRecipient: alert(
    (p: { typed: string; found: string }) =>
      `The NFTs you ask for belong to ${p.found}, not to ${p.typed}. Nothing was sent. Check the address.`,
  ),
}

/** The approval panel and its transactions. */
export const approvalMessages = {
  approvalPanel: 'APPROVE COLLECTIONS FOR TRADING BEFORE CREATING OR ACCEPTING SWAP OFFERS.',
  approvalSecurity: 'For security, you can revoke approvals when done trading.',
  approvalScope:
    'An approval lets only the swap contract move your NFTs of that collection into an offer you create or accept, until you revoke it.',
  approvalGiven: (p: { collection: string }) => `${p.collection.toUpperCase()} NFTS ARE APPROVED FOR TRADING.`,
  approvalMissing: (p: { collection: string }) =>
    `APPROVE ${p.collection.toUpperCase()} NFTS FOR TRADING BEFORE CREATING OR ACCEPTING SWAP OFFERS.`,
  approvalChecking: 'CHECKING NFT APPROVAL STATUS...',
  approveNext: 'APPROVE NEXT COLLECTION',
  approvalAdvanced: 'Advanced',
  approve: 'APPROVE',
  revoke: 'REVOKE',
  approved: 'Approved',
  approvalNeeded: 'Approval needed',
  approvalUnreadable: 'Couldn’t be read',
  approvalTokenOnly: 'Approved for the NFTs in this deal only',
  approvalCheckFailed: toast('Failed to check NFT approval status', 'The chain didn’t answer. Please try again.'),
  approvalDone: toast('Approved', (p: { collection: string }) => `${p.collection} can be traded now.`),
  revokeDone: toast(
    'Approval revoked',
    (p: { collection: string }) => `The swap contract can no longer move your ${p.collection} NFTs.`,
  ),
  approvalFailed: toast('Transaction Failed', (p: { reason: string }) => p.reason),
  approvalWaitFailed: toast(
    'Transaction Wait Failed',
    'The transaction was sent, but no confirmation has arrived yet. Check your wallet history, then refresh.',
  ),
  approvalMayBeProcessing: toast(
    'Transaction May Be Processing',
    (p: { collection: string }) =>
      `${p.collection} is slow to confirm. Check again in a few minutes; there is no need to approve twice.`,
  ),
  revokeAfterTrade: 'Done trading? Revoke the approvals that this trade used.',
}

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

  createRejected: 'You rejected the transaction in your wallet. Nothing was sent, and your NFTs remain in your wallet.',
  createExecutionFailed: (p: Reason) => `Contract execution failed. ${p.reason} Your NFTs remain in your wallet.`,
  createSimulationFailed: (p: Reason) =>
    `The swap contract would refuse this offer. ${p.reason} Nothing was sent, and your NFTs remain in your wallet.`,
  createGas:
    'There is a problem with gas: you may not have enough AVAX for the network fee, or the network asks for more gas than was offered. Your NFTs remain in your wallet.',
  createNonce:
    'Your wallet’s transaction count (nonce) is out of step. Wait for open transactions, or reset the account in your wallet settings, and try again. Your NFTs remain in your wallet.',
  createPending:
    'A previous transaction is still pending. Wait until it is confirmed, or speed it up in your wallet, and try again. Your NFTs remain in your wallet.',
  createPreparation: (p: Reason) =>
    `Transaction preparation failed: ${p.reason} Your NFTs remain in your wallet. Please try again.`,
  createSent:
    'The transaction was sent, but no confirmation has arrived yet. If it goes through, the offer appears in your list automatically; check your wallet history before you try again.',
  createFailed: alert((p: Reason) => `Failed to create swap offer: ${p.reason}`),
  createUnrecorded: alert(
    "Warning: Offer was created on-chain but our database couldn't be updated. Your offer is safe: it appears once our records catch up with the chain.",
  ),

  acceptFailed: alert((p: Reason) => `Failed to accept offer: ${p.reason}`),
  /** Only the detail page shows it, as a toast beside its alert. */
  acceptFailedToast: unseen((p: Reason) => truncated(p.reason)),
  returnFailed: alert((p: Reason) => `Failed to return expired offer: ${p.reason}`),
  claimFailed: alert((p: Reason) => `Failed to claim what is still in escrow: ${p.reason}`),
  cancelFailed: alert((p: Reason) => `Failed to cancel your offer: ${p.reason}`),
  cancelFailedToast: unseen((p: Reason) => truncated(p.reason)),
  cancelFailedOnChain: alert((p: Reason) => `Failed to cancel your offer on the blockchain: ${p.reason}`),
  cancelRemains: 'Your offer remains active. Please try again or use the Admin Panel for advanced recovery options.',
  cancelRemainsLink: 'Open the recovery of this offer',
  probablySubmitted: alert(
    'Your transaction may have been submitted. Please check your wallet history and refresh the page in a few minutes.',
  ),

  unknownError: 'Unknown error',
  reasonNonce: 'Your wallet’s transaction count (nonce) is out of step. Wait for open transactions and try again.',
  reasonPending: 'A previous transaction is still pending. Wait until it is confirmed and try again.',
  reasonGas: 'There isn’t enough AVAX for the network fee, or the network asks for more gas than was offered.',
  reasonRateLimited: 'The network endpoint is busy (too many requests). Please try again in a moment.',
  reasonUnreachable: 'The network didn’t answer. Check your connection and try again.',
  reasonWrongChain: 'Your wallet is on another network. Switch it and try again.',
  reasonReverted: 'The swap contract refused without saying why.',
  reasonReplaced: 'The transaction was replaced by another one in your wallet.',
  reasonNotSent: 'Your wallet gave up without sending anything.',
  reasonTransactionCancelled: 'The transaction was cancelled in your wallet.',
  reasonRevertedOnChain: (p: Reason) => `The transaction was included but had no effect. ${p.reason}`,
  reasonFunds: (p: { needed: string; held: string }) => `It takes ${p.needed}, and your wallet holds ${p.held}.`,
}

function truncated(reason: string): string {
  return reason.slice(0, 100)
}
