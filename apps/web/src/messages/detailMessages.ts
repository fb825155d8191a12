import { alert, toast } from './entry.ts'
import { generalMessages, type Messages } from './generalMessages.ts'

const cannotAccept = "Cannot accept offer: You don't own the requested NFT or you created this offer"

/** The offer detail page's words for what its two buttons did. */
export const detailMessages: Messages = {
  ...generalMessages,
  notReceived: toast('Cannot accept', cannotAccept),
  // Ownership was lost after the page had read it.
  notOwned: toast('Cannot accept', (_: { tokenId: bigint; collection: string; owner: string }) => cannotAccept),
  offerAccepted: alert('Swap completed successfully! The NFTs have been exchanged.'),
  acceptFailed: alert((_: { reason: string }) => 'Failed to complete the swap. Please try again.'),
  acceptFailedToast: toast('Failed to accept offer', (p: { reason: string }) => p.reason.slice(0, 100)),
  cancelFailedToast: toast('Failed to cancel offer', (p: { reason: string }) => p.reason.slice(0, 100)),
  offerCancelled: alert('Offer cancelled successfully! Your NFT has been returned to your wallet.'),
  cancelFailed: alert((_: { reason: string }) => 'Failed to cancel the offer. Please try again.'),
  cancelFailedOnChain: alert((_: { reason: string }) => 'Failed to cancel the offer. Please try again.'),
}
