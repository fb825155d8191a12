import type { TransactionKind } from '../actions/tracker/transaction.ts'

/** What a row of the tracker needs to put names and amounts into its sentences. */
interface About {
  /** The offer or the collection, as it is called on screen; empty while an offer is being created. */
  readonly subject: string
}

interface Inclusion {
  readonly block: number
  /** It went through at another price than the wallet asked for first. */
  readonly repriced: boolean
}

/** Texts of the transaction tracker: purpose, state, and next steps. */
export const transactionText = {
  title: 'Transactions',
  hint: 'What this browser sent for this wallet in the last week. The rest is on the explorer.',
  none: 'Nothing yet. What you send from this browser is kept here, even if you close the tab.',
  open: 'Show transactions',
  more: (count: number) => `and ${count} more`,
  away: 'While you were away',
  dismiss: 'Dismiss',
  offer: 'View the offer',
  forget: 'Stop waiting: my wallet sent nothing',
  underWay: 'Under way',
  wentThrough: 'Done',
  came: 'Didn’t go through',

  names: {
    create: () => 'New offer',
    accept: ({ subject }: About) => `Accepting offer ${subject}`,
    cancel: ({ subject }: About) => `Cancelling offer ${subject}`,
    recover: ({ subject }: About) => `Recovering offer ${subject}`,
    return: ({ subject }: About) => `Returning offer ${subject}`,
    sendHome: ({ subject }: About) => `Sending home offer ${subject}`,
    claim: ({ subject }: About) => `Claiming from offer ${subject}`,
    bringHome: () => 'Bringing home from escrow',
    approve: ({ subject }: About) => `Approving ${subject}`,
    revoke: ({ subject }: About) => `Revoking ${subject}`,
    own: () => 'Contract administration',
  } satisfies Record<TransactionKind, (about: About) => string>,

  preparing: 'Checking; your wallet hasn’t been asked yet.',
  awaitingWallet: (total: string) => `Waiting for your wallet. It will cost about ${total} in all.`,
  awaitingElsewhere: 'Your wallet was asked, in another tab or before a reload. Nothing has been sent so far.',
  ambiguous: 'Your wallet returned an error. Checking whether the transaction was sent anyway.',
  sent: 'Sent. Waiting for the network.',
  slow: 'This takes longer than usual. You can close the page; the transaction continues.',
  messages: 'Recent messages',
  copyMessage: 'Copy details',
  probable: 'Probably sent before. The chain decides; this takes a few minutes at most.',
  confirmed: ({ block, repriced }: Inclusion) =>
    repriced
      ? `Confirmed in block ${block}, with the new fee that you set in your wallet.`
      : `Confirmed in block ${block}.`,
  listsFollow: 'Our lists follow in a moment.',
  reverted: (reason: string) => `It was included but had no effect. ${reason}`,
  replaced: 'Replaced by another transaction in your wallet. This one had no effect.',
  cancelled: 'Cancelled in your wallet. Nothing has changed.',
  dropped: 'The network doesn’t know it any more. Your wallet can send it again, or drop it.',
  pageClosed: 'The page was closed before your wallet was asked. Nothing was sent.',
  walletSilent: 'Your wallet sent nothing.',
  confirmedByState: 'It went through: the chain shows it.',
  noEffect: 'It didn’t go through. Your offer is as it was.',
} as const

/** The server names another swap contract than this page was built for. */
export const foreignEscrowText = {
  title: 'This page and our server disagree about the swap contract.',
  text: (named: string) =>
    `The server names ${named}, which this page wasn’t built for. Until both agree you can only look around and take your NFTs back. Reload to see whether the page has been updated.`,
} as const
