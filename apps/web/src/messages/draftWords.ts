/** Texts of the recipient's helpers and of links to a table, which load with them. */
export const draftWords = {
  recent: 'Recent',
  recentLabel: 'People you have traded with',
  choose: (address: string) => `Trade with ${address}`,
  paste: 'Paste',
  pasteLabel: 'Paste an address',
  clear: 'Clear the address',
  unread: 'Your browser did not let us read the clipboard. Paste into the field instead.',
  linkAddress: (text: string) =>
    `This link names “${text}”, which is not a wallet address. Your table was left as it is.`,
  linkNft: (text: string) =>
    `This link asks for “${text}”, which is not an NFT that can be traded here. Your table was left as it is.`,
  linkTooMany: (most: number) => `This link has more than ${most} NFTs on a side. Your table was left as it is.`,
  linkOccupied:
    'This link has a deal of its own, but there is one on your table already. Clear it, then open the link again.',
} as const
