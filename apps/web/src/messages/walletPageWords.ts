/** Texts of the page of any wallet. */
export const walletPageWords = {
  title: 'Wallet',
  /** The link to it. */
  asOthersSee: 'As others see it',
  own: 'This is your wallet, as anyone can see it.',
  lead: 'The supported NFTs of this wallet. Looking needs no connection.',
  trade: 'Trade with this wallet',
  copy: 'Copy address',
  copied: 'Copied',
  list: (count: string) => `NFTs ${count}`,
  more: (left: string) => `Show more (${left} left)`,
  empty: 'No supported NFTs',
  emptyText: 'This wallet holds nothing that can be swapped here.',
  failed: 'We couldn’t read this wallet',
  failedText: 'Neither the server nor the chain answers. Try again in a moment.',
  unreadable: (names: string) => `Could not be read: ${names}. There may be more.`,
  cut: (count: string) => `This wallet holds more than the ${count} NFTs that were read.`,
  malformed: 'That isn’t a wallet address',
  malformedText: 'A wallet address is 0x and 40 characters, all of 0 to 9 and a to f. Check that the link is whole.',
  toTable: 'Go to the table',
} as const
