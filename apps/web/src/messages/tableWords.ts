import { maxNftsPerSide } from '@parley/domain'

/** Texts of the draft: its table, slip and bar. */
export const tableWords = {
  countOf: (count: number) => `${count} of ${maxNftsPerSide}`,
  pickOwn: 'Pick from your NFTs below',
  pickFriend: 'Pick from your friend’s NFTs below',
  enterFriend: 'Enter your friend’s address above',
  addCoins: (coin: string) => `+ ${coin}`,
  takeOff: (name: string) => `Take ${name} off the table`,
  friend: 'YOUR FRIEND',
  moreScroll: (count: number) => `${count} in all, scroll to see every one`,
  draft: (own: number, friend: number) => `Draft, ${own} for ${friend}`,
  until: (when: string) => `Until ${when}`,
  noFriend: 'Not yet known',
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
  stepsTitle: 'What happens now',
} as const
