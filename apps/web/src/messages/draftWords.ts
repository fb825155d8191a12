/** Texts of the recipient's helpers and of links to a table, which load with them. */
export const draftWords = {
  recent: 'Recent',
  recentLabel: 'People you have traded with',
  choose: (address: string) => `Trade with ${address}`,
  paste: 'Paste',
  pasteLabel: 'Paste an address',
  clear: 'Clear the address',
  unread: 'Your browser did not let us read the clipboard. Paste into the field instead.',
  // None repeats what the link says: a stranger wrote it.
  linkProblems: {
    address: () => 'This link names a friend by something that is not a wallet address. Your table was left as it was.',
    nft: () =>
      'This link asks for something that is not an NFT that can be traded here. Your table was left as it was.',
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
