import { coinSymbol, locale } from '@parley/domain'

/** Texts of the approvals, which load with them. Those that the specification quotes are in the catalogue. */
export const approvalText = {
  title: 'Approvals',
  notApproved: (name: string) => `${name}, not approved`,
  unreadable: (name: string) => `${name}, couldn’t be read`,
  checking: (name: string) => `${name}, checking`,
  none: 'Nothing to approve: no supported collection in your wallet yet.',
  failed: 'The approvals couldn’t be read.',
  afterTrade: 'After your trade',
  afterTradeScope: (names: readonly string[]) =>
    `The swap contract may still move what you hold of ${names.join(', ')}. Your open offers don’t need that: what they hold is in escrow already.`,
  singles: 'Approved one by one',
  singleScope: 'This NFT only',
  singlesCut: (count: number) => `Only the first ${count} of your NFTs were checked for an approval of their own.`,
  keep: 'Keep for the next trade',
  approve: (name: string) => `Approve ${name}`,
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  onlyThese: (count: number) => (count === 1 ? 'Only this NFT' : `Only these ${count} NFTs`),
  onlyTheseHint: (count: number) =>
    `${count === 1 ? 'Lasts until this NFT moves or you revoke it' : 'Each lasts until its NFT moves or you revoke it'}. ${signatures(count)}`,
  whole: 'The whole collection',
  wholeHint: `Lasts until you revoke it. ${signatures(1)}`,
  together: (count: number) =>
    `Your wallet approves ${count === 1 ? 'this NFT' : `these ${count} NFTs`} and creates the offer in one signature. If any part fails, nothing happens.`,
  cost: (amount: string) => `≈ ${amount}`,
} as const

function signatures(count: number): string {
  return count === 1 ? '1 signature' : `${count} signatures`
}

/** Texts of the coin form, which load with it. */
export const coinText = {
  give: `${coinSymbol} YOU GIVE`,
  get: `${coinSymbol} YOU GET`,
  max: 'Max',
  maxLabel: 'Max: all that the fee and the network leave',
  balance: (held: string, spendable: string) => `You have ${held}, and can offer up to ${spendable}.`,
  balanceUnread: 'Your balance hasn’t been read yet.',
  friendBalance: (held: string) => `They have ${held}.`,
  friendHint: 'What your friend pays when they accept.',
  problems: {
    'not-a-number': 'Use digits and one point only, such as 1.5.',
    decimals: `${coinSymbol} has up to 18 decimals.`,
    'too-much': 'This is more than the escrow can hold.',
  },
  tooMuchForYou: (spendable: string) =>
    `You can offer up to ${spendable}. The rest is needed for the platform fee and the network.`,
  tooMuchForThem: (held: string) => `They have ${held} now, too little to accept this.`,
} as const

/** Texts of the recipient's helpers and of links to a table, which load with them. */
export const draftText = {
  recent: 'Recent',
  recentLabel: 'People you have traded with',
  /** Before a person's name and address. */
  choose: 'Trade with',
  paste: 'Paste',
  pasteLabel: 'Paste an address',
  clear: 'Clear the address',
  unread: 'Your browser didn’t let us read the clipboard. Paste into the field instead.',
  // None repeats what the link says: a stranger wrote it.
  linkProblems: {
    address: () => 'This link names a friend by something that isn’t a wallet address. Your table was left as it was.',
    nft: () => 'This link asks for something that isn’t an NFT that can be traded here. Your table was left as it was.',
    tooMany: (most: number) => `This link has more than ${most} NFTs on a side. Your table was left as it was.`,
    occupied: () =>
      'This link has a deal of its own, but there is one on your table already. Clear it, then open the link again.',
  },
  leftAlone: 'This link asks for something that can’t be traded here. Your table was left as it was.',
  linked: 'This deal comes from a link. Check the recipient and both sides before you sign.',
  clearTable: 'Clear the table',
  againOccupied:
    'There is a deal with someone else on your table. It was left as it was. Clear it, then choose “Trade again” again.',
} as const

/** Texts of one NFT's details, which load with them. */
export const nftText = {
  hold: 'Hold an NFT, or press Enter on it, to see it in full.',
  fullSize: 'Full size',
  collection: 'Collection',
  contract: 'Contract',
  id: 'ID',
  owner: 'Owner',
  ownerYou: 'You',
  ownerReading: 'Reading from the chain',
  ownerUnread: 'Couldn’t be read',
  traits: 'Traits',
  traitsNone: 'Its metadata names no traits.',
  traitsUnread: 'Its metadata couldn’t be read.',
  swaps: 'Swaps here',
  swapsNone: 'Nobody has swapped it here yet.',
  swapsUnread: 'Its swaps couldn’t be read.',
  swapsMore: 'Older swaps aren’t listed.',
  swapUndated: 'See the swap',
  from: 'from',
  to: 'to',
} as const

/** Texts of the dialog for a new offer, except those that the specification quotes. Loaded after the page. */
export const createdText = {
  share: (name: string) => `I just laid a trade on the table with ${name}. Talk it over, then swap:`,
  copied: 'Link copied',
  next: 'Send your friend the link: the offer opens for them, and nothing else is needed.',
  hear: 'Tell me here when they answer',
} as const

/** Texts for wallets too large to read at once. Rarely needed, so loaded on demand. */
export const partialWalletText = {
  cut: (count: number) =>
    `Only the first ${count.toLocaleString(locale)} NFTs of this wallet have been read. It holds more, of the same collections or others.`,
  readOn: 'Read on',
} as const
