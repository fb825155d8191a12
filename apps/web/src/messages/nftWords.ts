/** Texts of one NFT's details, which load with them. */
export const nftWords = {
  hold: 'Hold an NFT, or press I on it, to see it in full.',
  collection: 'Collection',
  contract: 'Contract',
  id: 'ID',
  owner: 'Owner',
  ownerYou: 'You',
  ownerReading: 'Reading from the chain',
  ownerUnread: 'Could not be read',
  traits: 'Traits',
  traitsNone: 'Its metadata names no traits.',
  traitsUnread: 'Its metadata could not be read.',
  explorer: 'View on the explorer',
} as const
