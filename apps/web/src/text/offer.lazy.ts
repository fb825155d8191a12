import { alert, toast } from './message.ts'
import { generalMessages, type Messages } from './catalogue.ts'

/** The page of one offer. */
export const offerText = {
  cancel: 'Cancel This Offer',
  accept: 'Accept This Offer',
  notOwner: "you don't own the requested NFT",
  forOther: (p: { recipient: string }) => `This offer is for ${p.recipient}`,
  madeThisOffer: 'Made this offer',
  receivedThisOffer: 'Received this offer',
  confirm: (name: string) => `I know that ${name} isn’t from a supported collection, and I want it`,
  loading: 'Fetching the offer',
  malformed: 'That isn’t a valid offer link',
  malformedText: 'The link was probably cut: ask for it again.',
  notFound: 'Offer not found',
  notFoundText: 'Neither our server nor the swap contract knows this offer. Check the link, or ask for it again.',
  pending: 'Not mined yet',
  pendingText: 'The transaction that creates this offer is on its way. It opens here automatically.',
  failed: 'The offer couldn’t be read',
  failedText: 'Neither the server nor the chain answered. Nothing has changed for the offer itself.',
  checked: 'Checked on chain',
  checkedAt: (block: string) => `Block ${block}.`,
  checkedText: 'Matches what the server says.',
  reading: 'Asking the chain',
  unreadable: 'Not checked: the chain didn’t answer your connection.',
  differs: 'The chain and our server disagree',
  differsText: (block: string) =>
    `Read at block ${block}. What you see is the chain’s version. You can’t accept until they agree.`,
  more: 'More about this offer',
  hide: 'Hide this offer',
  block: 'Block this wallet',
  unhide: 'Show this offer again',
  unblock: 'Unblock this wallet',
  noFee: 'none',
  acceptFine: 'Both sides change hands in one transaction, or nothing moves.',
  cancelFine: 'No platform fee, only network gas. Your NFTs come straight back to your wallet.',
  recoverFine: 'Recovering an expired offer costs the platform fee again. Your NFTs come straight back to your wallet.',
  returnFine:
    'Sends the NFTs back to the wallet that offered them. You pay the platform fee; you don’t have to do this.',
  sendHomeFine:
    'This offer expired more than 30 days ago. Anyone may now send its NFTs back to their owner, for network gas only.',
  claimFine: 'Anyone can do this for network gas only: the NFTs go to the wallet that offered them.',
  before: 'Before you accept',
  health: 'Offer checks',
  approve: (name: string) => `Approve ${name}`,
  compare: 'See what you agreed',
  comparing: 'Comparing with what you agreed.',
  pass: (passing: number, all: number) => `${passing} of ${all} checks pass`,
  bar: (get: number, give: number) => `You get ${get}, give ${give}`,
  left: (time: string) => `${time} left`,
  checks: {
    open: 'The offer is open on chain',
    openText: 'Not accepted, not cancelled.',
    notOpen: 'The chain hasn’t confirmed that the offer is open',
    notHeld: 'The chain hasn’t confirmed that the escrow holds what is offered',
    /** Why the list may be stale, by how the request is going. */
    doubts: {
      agrees: 'It says that the offer is closed.',
      differs: 'It contradicts our records.',
      reading: 'Asking the chain',
      unreadable: 'It didn’t answer.',
    },
    held: (count: number) =>
      count === 1 ? 'The offered NFT is held by the escrow' : `${allOf(count)} offered NFTs are held by the escrow`,
    heldText: 'Nobody but their collection can move them while this offer holds them.',
    gone: 'The escrow doesn’t hold everything that is offered any more',
    goneText: (holder: string) =>
      `The collection moved it to ${holder}. This offer can no longer be accepted; its creator can cancel it.`,
    youOwn: (count: number) =>
      count === 1 ? 'You own the requested NFT' : `You own ${allOf(count).toLowerCase()} requested NFTs`,
    youDoNot: 'You don’t own everything that is requested',
    theyOwn: (count: number) =>
      count === 1 ? 'They own the requested NFT' : `They own ${allOf(count).toLowerCase()} requested NFTs`,
    theyDoNot: 'They no longer own everything that is requested',
    theyDoNotText: 'They can’t accept like this. You can cancel.',
    registry: 'All collections are supported',
    notRegistry: 'Not all collections are supported',
    notRegistryText: 'Check these carefully, and confirm each one above.',
    fee: 'The fee is read from the contract',
    feeText: (fee: string) => `${fee} now.`,
    feeUnread: 'The fee hasn’t been read yet',
    approved: (name: string) => `${name} is approved for trading`,
    notApproved: (name: string) => `${name} isn’t approved for trading`,
    together: (name: string) => `${name} is approved as you accept`,
    togetherText: 'Your wallet signs it together with the swap, for these NFTs only.',
    revocable: 'You can revoke it when you’re done.',
    coin: 'You have enough AVAX',
    noCoin: 'You don’t have enough AVAX',
    coinText: (needed: string) => `You need about ${needed} in all.`,
    time: 'It hasn’t expired',
  },
} as const

function allOf(count: number): string {
  return count === 2 ? 'Both' : `All ${count}`
}

/** Words of a finished swap. */
export const swappedText = {
  nowYours: 'Now yours',
  nowTheirs: 'Now theirs',
  nowCreators: 'Now the creator’s',
  nowRecipients: 'Now the recipient’s',
  with: 'With',
  got: 'You got',
  gave: 'You gave',
  transaction: 'Transaction',
  again: (address: string) => `Trade again with ${address}`,
} as const

const cannotAccept = "Cannot accept offer: You don't own the requested NFT or you created this offer"

/** The offer detail page's words for what its two buttons did. */
export const detailMessages: Messages = {
  ...generalMessages,
  notReceived: toast('Can’t accept', cannotAccept),
  // Ownership was lost after the page had read it.
  notOwned: toast('Can’t accept', (_: { tokenId: bigint; collection: string; owner: string }) => cannotAccept),
  offerAccepted: alert('Swap completed successfully! The NFTs have been exchanged.'),
  acceptFailed: alert((_: { reason: string }) => 'Failed to complete the swap. Please try again.'),
  acceptFailedToast: toast('Failed to accept offer', (p: { reason: string }) => p.reason.slice(0, 100)),
  cancelFailedToast: toast('Failed to cancel offer', (p: { reason: string }) => p.reason.slice(0, 100)),
  offerCancelled: alert('Offer cancelled successfully! Your NFT has been returned to your wallet.'),
  cancelFailed: alert((_: { reason: string }) => 'Failed to cancel the offer. Please try again.'),
  cancelFailedOnChain: alert((_: { reason: string }) => 'Failed to cancel the offer. Please try again.'),
}
