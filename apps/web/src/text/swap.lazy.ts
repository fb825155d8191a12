import { maxNftsPerSide } from '@parley/domain'

/** Texts of the draft: its table, slip and bar. */
export const tableText = {
  countOf: (count: number) => `${count} of ${maxNftsPerSide}`,
  pickOwn: 'Pick from your NFTs below',
  pickFriend: 'Pick from your friend’s NFTs below',
  enterFriend: 'Enter your friend’s address above',
  addCoins: (coin: string) => `+ ${coin}`,
  removeDeal: (name: string) => `Take ${name} off the table`,
  friend: 'YOUR FRIEND',
  moreScroll: (count: number) => `${count} in all, scroll to see every one`,
  draft: (own: number, friend: number) => `Draft, ${own} for ${friend}`,
  until: (when: string) => `Until ${when}`,
  noFriend: 'Not yet known',
  contracts: 'Contracts of the collections',
  costLater: 'Cost, once you choose',
  next: {
    friend: 'Next: your friend’s address.',
    own: 'Next: what you give.',
    wanted: 'Next: what you get.',
  },
  keeps: (count: number, coins = false) =>
    count === 0 || coins
      ? 'The escrow contract holds what you give until they accept, you cancel, or it expires.'
      : `The escrow contract holds your ${count === 1 ? 'NFT' : `${count} NFTs`} until they accept, you cancel, or it expires.`,
  review: 'Review deal',
  forWords: (own: number, friend: number) => `${own} for ${friend}`,
  empty: 'Nothing on the table yet',
} as const

/** Texts of the lists of NFTs to pick from. Those that the specification quotes are in the catalogue. */
export const holdingsText = {
  selected: (chosen: number) => `${chosen} / ${maxNftsPerSide}`,
  search: 'Search by name or id',
  searchPlace: 'Name or id',
  collection: 'COLLECTION',
  all: 'All',
  more: (count: number) => `${count} more`,
  sortBy: 'Sort by',
  order: {
    collection: 'Collection',
    name: 'Name',
    id: 'ID',
    received: 'Recently received',
  },
  fewer: 'Fewer',
  noMatch: 'Nothing matches',
  noMatchHint: 'Search for another name or id, or show all collections.',
  showAll: 'Show all',
  unreadable: (names: string) =>
    `${names} couldn’t be read just now. Those NFTs are safe; we just can’t show them right now.`,
  readAgain: 'Read again',
  failed: 'These NFTs couldn’t be read.',
  kept: 'Neither the server nor the chain answers. These are the NFTs as they were read before.',
  reading: (left: number) =>
    left === 1 ? 'One more collection is being read.' : `${left} more collections are being read.`,
  fromChain: 'Read from the chain by your browser: the server isn’t responding.',
  keys: 'Arrow keys move, space selects, shift with an arrow selects a range, Enter shows details.',
} as const

/** Words of the create page. */
export const createText = {
  createLead: 'One step at a time. Anything you picked on the Swap page is already here.',
  createConnect: 'You need a wallet to create an offer',
  createRedirect: (seconds: number) =>
    `Taking you to the main page in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  stepPick: 'Choose what you give',
  stepFriend: 'Choose what you get',
  stepApprove: 'Approve your collections',
  stepSign: 'Review and sign',
} as const
