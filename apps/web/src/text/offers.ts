import { alert, toast } from './message.ts'

/** The offer lists, and what their buttons answer. */
export const offerMessages = {
  sentTitle: 'Offers Sent By You',
  sentEmpty: 'NO OFFERS CREATED',
  receivedTitle: 'Offers Received',
  receivedEmpty: 'NO OFFERS RECEIVED',
  expiredTitle: 'Expired Offers - Recover NFTs',
  expiredEmpty: 'NO EXPIRED OFFERS',
  expiredRow: 'EXPIRED - NFTs in escrow',
  stillInEscrow: 'Still in escrow',
  forYour: 'For Your',
  overflow: (p: { count: number }) => `+${p.count}`,
  syncOffers: 'SYNC OFFERS',
  syncing: 'SYNCING...',
  cancelOffer: 'Cancel Offer',
  cancelling: 'Cancelling...',
  acceptTrade: 'Accept Trade',
  accepting: 'Processing...',
  returnExpired: 'Return Expired',
  returning: 'Returning...',
  recoverNfts: 'Recover NFTs from Escrow',
  recovering: 'Recovering NFTs...',
  sendHome: 'Send NFTs home',
  sendingHome: 'Sending home...',
  claimReturned: 'Claim what is still in escrow',
  claiming: 'Claiming...',
  displayError: 'Error displaying offer',
  listError: 'Error loading offers. Please try refreshing the page.',
  listFromChain:
    'The server isn’t responding. These offers were read from the chain by your browser; the list may be incomplete.',
  listLags: (p: { blocks: number }) =>
    `Our records are ${p.blocks} blocks behind. Until they catch up, your browser reads these offers from the chain, perhaps not all.`,
  listKept: 'Neither the server nor the chain answers. These offers are as this browser knew them, unverified.',

  syncDone: alert(
    (p: { created: number; reactivated: number; deactivated: number }) =>
      `Sync completed: ${p.created} created, ${p.reactivated} reactivated, ${p.deactivated} deactivated offers.`,
  ),
  syncFailed: alert((p: { reason: string }) => `Sync failed: ${p.reason}`),
  syncError: alert((p: { reason: string }) => `Error syncing offers: ${p.reason}`),

  offerAccepted: toast('Offer accepted!', 'The trade has been completed: the NFTs have changed hands.'),
  acceptedUnrecorded: toast(
    'Offer accepted on blockchain',
    'The trade is done, but our records couldn’t be updated yet. They catch up with the chain in a few minutes.',
  ),
  offerCancelled: alert('Your offer was cancelled successfully! Your NFT should be returned to your wallet shortly.'),
  expiredReturned: alert('Expired offer returned successfully!'),
  claimed: alert('What was still in escrow has been returned to its owner.'),
  returnIncomplete: alert(
    (p: { count: number }) =>
      `The offer is closed, but the collection didn’t let go of ${p.count} of your NFTs. They stay safe in the escrow: find them under 'Still in escrow' and claim them later.`,
  ),
  claimIncomplete: alert(
    (p: { count: number }) =>
      `The collection still doesn’t let go of ${p.count} of the NFTs. They stay safe in the escrow; try again later.`,
  ),

  notReceived: alert('Offer not found in your received offers'),
  notSent: alert('Offer not found in your created offers'),
  notCreator: alert("You're not the creator of this offer"),
  approveBeforeAccept: alert(
    (p: { collections: string }) =>
      `Approve ${p.collections} for trading before you accept: the swap contract must be allowed to move your NFTs.`,
  ),
  confirmUnverified: alert(
    (p: { count: number }) =>
      `${p.count} of the NFTs you would receive aren’t of a supported collection. Confirm each before you accept.`,
  ),
  chainDiffers: alert(
    'The chain and our server disagree about this offer. Nothing was sent. Its own page shows the chain’s version.',
  ),
}
