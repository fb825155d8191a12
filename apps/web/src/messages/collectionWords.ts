const coin = 'AVAX'
const fee = `0.01 ${coin}`

/** Texts of the price list and of the list of collections, which load with them. */
export const collectionWords = {
  pricesTitle: 'What it costs',
  prices: [
    { what: 'Looking and talking', price: 'Free' },
    { what: 'Approving NFTs', price: 'Network gas only' },
    { what: 'Creating an offer', price: `${fee} and gas` },
    { what: 'Accepting an offer', price: `${fee} and gas` },
    { what: 'Cancelling before it expires', price: 'Network gas only' },
    { what: 'Getting an expired offer back', price: `${fee} and gas` },
  ],
  pricesNote: 'The exact fee is on the slip before you sign.',
  title: (count: number) => (count === 1 ? 'The collection you can swap' : `The ${count} collections you can swap`),
  note: 'Everything else is refused, so that a look-alike contract can’t slip into a deal.',
  contract: 'Contract',
  supply: (count: string) => `${count} NFTs`,
} as const

/** Texts of an empty wallet. */
export const emptyWalletWords = {
  address: 'YOUR ADDRESS',
  copy: 'Copy',
  send: 'Send an NFT to this address, then refresh.',
  coins: `No NFT? You can offer ${coin} for one of your friend’s: press + ${coin} above.`,
  collections: 'See which collections can be swapped',
} as const
