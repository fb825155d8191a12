import { inline, toast } from '../entry.ts'

/** The approval panel and its transactions. */
export const approvalMessages = {
  approvalPanel: inline('APPROVE COLLECTIONS FOR TRADING BEFORE CREATING OR ACCEPTING SWAP OFFERS.'),
  approvalSecurity: inline('For security, you can revoke approvals when done trading.'),
  approvalScope: inline(
    'An approval lets the swap contract, and nobody else, move your NFTs of that collection into an offer that you create or accept. It lasts until you revoke it.',
  ),
  approvalGiven: inline((p: { collection: string }) => `${p.collection.toUpperCase()} NFTS ARE APPROVED FOR TRADING.`),
  approvalMissing: inline(
    (p: { collection: string }) =>
      `APPROVE ${p.collection.toUpperCase()} NFTS FOR TRADING BEFORE CREATING OR ACCEPTING SWAP OFFERS.`,
  ),
  approvalChecking: inline('CHECKING NFT APPROVAL STATUS...'),
  approveNext: inline('APPROVE NEXT COLLECTION'),
  approvalAdvanced: inline('Advanced'),
  approve: inline('APPROVE'),
  revoke: inline('REVOKE'),
  approved: inline('Approved'),
  approvalNeeded: inline('Approval needed'),
  approvalUnreadable: inline('Could not be read'),
  approvalTokenOnly: inline('Approved for the NFTs in this deal only'),
  approvalCheckFailed: toast('Failed to check NFT approval status', 'The chain did not answer. Please try again.'),
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
  revokeAfterTrade: inline('Done trading? Revoke the approvals that this trade used.'),
}
