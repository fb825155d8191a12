import { alert, dialog, inline, toast } from '../../../messages/entry.ts'
import type { Messages } from '../../../messages/generalMessages.ts'

/** Where the ASO portal has words of its own. */
export const messages: Partial<Messages> = {
  connectedBadge: inline('WALLET CONNECTED'),

  ownGridTitle: inline("YOUR ASO NFT'S"),
  friendGridTitle: inline("FRIEND'S ASO NFT'S"),
  ownLoading: inline("LOADING ASO NFT'S..."),
  ownEmpty: inline("NO ASO NFT'S FOUND."),
  ownEmptyHint: inline("CONNECT WALLET WITH ASO NFT'S"),
  friendEmpty: inline("NO ASO NFT'S FOUND"),
  tileCaption: inline((p: { collection: string; tokenId: bigint }) => `ASO #${p.tokenId}`),
  create: inline('CREATE ASO SWAP OFFER'),
  selectOwn: alert('Please select an ASO NFT to trade'),
  selectFriends: alert('Please select an ASO NFT you want in return'),
  approveFirst: alert('You need to approve ASO NFTs for trading first. Please use the NFT Approval button above.'),
  notOwned: alert(
    (p: { tokenId: bigint; collection: string; owner: string }) =>
      `You don't own ASO NFT #${p.tokenId}. Owner is: ${p.owner}`,
  ),
  noValidOwn: alert('No valid ASO NFTs selected for your side of the trade'),
  noValidFriends: alert("No valid ASO NFTs selected for your friend's side of the trade"),
  successShareButton: dialog('Tweet'),

  approvalChecking: inline('CHECKING ASO APPROVAL STATUS...'),
  approve: inline('APPROVE ASO NFTS'),
  revoke: inline('REVOKE ASO APPROVAL'),
  approvalCheckFailed: toast('ASO approval', 'Failed to check ASO NFT approval status. Please try again.'),
  approvalFailed: toast('Transaction Failed', () => 'Failed to update ASO NFT approval status'),

  sentEmpty: inline('NO ASO OFFERS CREATED'),
  receivedEmpty: inline('NO ASO OFFERS RECEIVED'),
  acceptTrade: inline('Accept ASO Trade'),
  expiredTitle: inline('Expired ASO Offers - Recover NFTs'),
  expiredEmpty: inline('NO EXPIRED ASO OFFERS'),
  expiredRow: inline('EXPIRED - ASO NFT in escrow'),
  recoverNfts: inline('Recover ASO NFT from Escrow'),
  recovering: inline('Recovering ASO NFT...'),
  offerAccepted: toast('ASO Offer accepted!', 'The ASO NFT trade has been completed successfully!'),
  offerCancelled: alert('Your ASO offer was cancelled successfully!'),

  createFailed: alert((p: { reason: string }) => `Failed to create ASO swap offer: ${p.reason || 'Unknown error'}`),
  acceptFailed: alert((p: { reason: string }) => `Failed to accept ASO offer: ${p.reason}`),
  cancelFailed: alert((p: { reason: string }) => `Failed to cancel your ASO offer: ${p.reason}`),
  cancelFailedOnChain: alert((p: { reason: string }) => `Failed to cancel your ASO offer: ${p.reason}`),
}
