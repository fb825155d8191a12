import { alert, toast } from '../../../text/message.ts'
import type { Messages } from '../../../text/catalogue.ts'

/** Where the ASO portal has words of its own. */
export const messages: Partial<Messages> = {
  connectedBadge: 'WALLET CONNECTED',

  ownGridTitle: "YOUR ASO NFT'S",
  friendGridTitle: "FRIEND'S ASO NFT'S",
  ownLoading: "LOADING ASO NFT'S...",
  ownEmpty: "NO ASO NFT'S FOUND.",
  ownEmptyHint: "CONNECT WALLET WITH ASO NFT'S",
  friendEmpty: "NO ASO NFT'S FOUND",
  tileCaption: (p: { collection: string; tokenId: bigint }) => `ASO #${p.tokenId}`,
  create: 'CREATE ASO SWAP OFFER',
  selectOwn: alert('Please select an ASO NFT to trade'),
  selectFriends: alert('Please select an ASO NFT you want in return'),
  approveFirst: alert('You need to approve ASO NFTs for trading first. Please use the NFT Approval button above.'),
  notOwned: alert(
    (p: { tokenId: bigint; collection: string; owner: string }) =>
      `You don't own ASO NFT #${p.tokenId}. Owner is: ${p.owner}`,
  ),
  noValidOwn: alert('No valid ASO NFTs selected for your side of the trade'),
  noValidFriends: alert("No valid ASO NFTs selected for your friend's side of the trade"),
  successShareButton: 'Tweet',

  approvalChecking: 'CHECKING ASO APPROVAL STATUS...',
  approve: 'APPROVE ASO NFTS',
  revoke: 'REVOKE ASO APPROVAL',
  approvalCheckFailed: toast('ASO approval', 'Failed to check ASO NFT approval status. Please try again.'),
  approvalFailed: toast('Transaction Failed', () => 'Failed to update ASO NFT approval status'),

  sentEmpty: 'NO ASO OFFERS CREATED',
  receivedEmpty: 'NO ASO OFFERS RECEIVED',
  acceptTrade: 'Accept ASO Trade',
  expiredTitle: 'Expired ASO Offers - Recover NFTs',
  expiredEmpty: 'NO EXPIRED ASO OFFERS',
  expiredRow: 'EXPIRED - ASO NFT in escrow',
  recoverNfts: 'Recover ASO NFT from Escrow',
  recovering: 'Recovering ASO NFT...',
  offerAccepted: toast('ASO Offer accepted!', 'The ASO NFT trade has been completed successfully!'),
  offerCancelled: alert('Your ASO offer was cancelled successfully!'),

  createFailed: alert((p: { reason: string }) => `Failed to create ASO swap offer: ${p.reason || 'Unknown error'}`),
  acceptFailed: alert((p: { reason: string }) => `Failed to accept ASO offer: ${p.reason}`),
  cancelFailed: alert((p: { reason: string }) => `Failed to cancel your ASO offer: ${p.reason}`),
  cancelFailedOnChain: alert((p: { reason: string }) => `Failed to cancel your ASO offer: ${p.reason}`),
}
