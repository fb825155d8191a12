import { feeRange } from '@parley/domain'

/** The list of wallets, and the ways to one that isn't in this browser. */
export const walletListText = {
  title: 'Connect your wallet',
  hint: 'Choose a wallet. It will ask you to confirm.',
  recent: 'Recent',
  opening: (name: string) => `Opening ${name}`,
  confirm: 'Confirm in the wallet. It may have opened a window behind this one.',
  otherWallets: 'Other wallets',
  phone: 'A wallet on a phone',
  phoneHere: 'A wallet app on this phone',
  phoneHow: 'Scan a code with WalletConnect',
  phoneHereHow: 'By WalletConnect',
  scan: 'Scan this with your wallet’s camera, then confirm there.',
  choose: 'Open your wallet app, confirm there, and come back to this page.',
  code: 'WalletConnect code',
  fetching: 'Making a code…',
  copyLink: 'Copy the code as a link',
  openApp: (name: string) => `Open ${name}`,
  noAnswer:
    'No phone connected. The code may have expired, the wallet may not offer this network, or WalletConnect can’t be reached.',
  get: 'Get a wallet',
  getHint: 'Install one, then reload this page.',
  openHere: (name: string) => `Open this page in ${name}`,
  pasteIn: (name: string) => `Copy the address and open ${name}`,
  openElsewhere: 'Or open this page in the browser of your wallet’s app.',
  copyPage: 'Copy this page’s address',
}

/** Texts of the page of any wallet. */
export const walletPageText = {
  title: 'Wallet',
  /** The link to it. */
  asOthersSee: 'As others see it',
  contacts: 'Contacts',
  own: 'This is your wallet, as anyone can see it.',
  lead: 'The supported NFTs of this wallet. Looking needs no connection.',
  trade: 'Trade with this wallet',
  list: (count: string) => `NFTs ${count}`,
  more: (left: string) => `Show more (${left} left)`,
  empty: 'No supported NFTs',
  emptyText: 'This wallet holds nothing that can be swapped here.',
  failed: 'We couldn’t read this wallet',
  failedText: 'Neither the server nor the chain answers. Try again in a moment.',
  unreadable: (names: string) => `Couldn’t be read: ${names}. There may be more.`,
  cut: (count: string) => `This wallet holds more than the ${count} NFTs that were read.`,
  malformed: 'That isn’t a wallet address',
  malformedText: 'A wallet address is 0x and 40 characters, all of 0 to 9 and a to f. Check that the link is whole.',
  toTable: 'Go to the table',
} as const

/** Texts of the price list and of the list of collections, which load with them. */
export const collectionText = {
  pricesTitle: 'What it costs',
  prices: [
    { what: 'Looking and talking', price: 'Free' },
    { what: 'Approving NFTs', price: 'Network gas only' },
    { what: 'Creating an offer', price: `${feeRange} and gas` },
    { what: 'Accepting an offer', price: `${feeRange} and gas` },
    { what: 'Cancelling before it expires', price: 'Network gas only' },
    { what: 'Getting an expired offer back', price: `${feeRange} and gas` },
  ],
  pricesNote: 'The exact fee is on the slip before you sign.',
  title: (count: number) => (count === 1 ? 'The collection you can swap' : `The ${count} collections you can swap`),
  note: 'An NFT of any other contract is marked as unverified, and must be confirmed before you accept it.',
  contract: 'Contract',
  supply: (count: string) => `${count} NFTs`,
} as const

/** Looking at any wallet, from the landing page. */
export const lookText = {
  title: 'Look at a wallet',
  text: 'Anyone’s NFTs, without connecting.',
  label: 'Wallet address',
  act: 'Show its NFTs',
  invalid: 'That isn’t a wallet address: it is 0x and 40 characters, all of 0 to 9 and a to f.',
} as const

/** Texts of an empty wallet. */
export const emptyWalletText = {
  address: 'YOUR ADDRESS',
  send: 'Send an NFT to this address, then refresh.',
  coins: 'No NFT? You can offer AVAX for one of your friend’s: press + AVAX above.',
  collections: 'See which collections can be swapped',
} as const
