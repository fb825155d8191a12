import { feeRange, maxNftsPerSide, product } from '@parley/domain'

/** Around every page. */
export const frameText = {
  skip: 'Skip to the page',
  menu: 'Menu',
  mainNavigation: 'Main',
  toDark: 'Switch to the dark theme',
  toLight: 'Switch to the light theme',
  toSystem: 'Follow the system’s theme',
  footer: `${product.name}, in ${product.stage} on Avalanche C-Chain`,
  builtFor: 'Built for escrow',
  loading: 'Setting the table',
  information: 'Information',
  toTable: 'Back to the table',
  startFailed: 'The page couldn’t start',
  startFailedText: 'Something is missing on our side. Your NFTs are safe.',
  pageFailed: 'This page couldn’t be drawn',
  pageFailedText: 'Something went wrong on our side. Nothing was sent.',
  tryAgain: 'Try again',
  updated: `${product.name} has been updated`,
  updatedText: 'Reload to get the update. Sent transactions are safe, and your draft stays on the table.',
  reload: 'Reload',
  serverAway:
    'The server isn’t responding. What you see comes from the chain through your own connection; lists may be incomplete.',
  onExplorer: 'on the explorer',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copyLink: 'Copy link',
  copyAddress: 'Copy address',
  copied: 'Copied',
  share: 'Share',
  viewOnExplorer: 'View on the explorer',
  ok: 'OK',
  notice: 'Notice',
  notifications: 'Notifications',
} as const

/** Names of the pages, in the navigation and in titles. */
export const pageNames = {
  swap: 'Swap',
  swapTitle: `${product.name}: swap NFTs with a friend`,
  pending: 'My Pending Trades',
  escrow: 'My escrow',
  stats: 'Trade Stats',
  howItWorks: 'How it works',
  help: 'Help',
  whatIs: `What is ${product.name}`,
  team: 'About the team',
  create: 'Create an offer',
  offer: 'Offer',
} as const

/** Before a wallet is connected. */
export const welcomeText = {
  title: 'Two people, one table',
  lead: 'Lay your NFTs against a friend’s. Talk it over, sign one slip, and both sides change hands in one transaction.',
  slipTitle: 'Take a seat',
  slipText: 'No sign-up: your wallet is your account. Connecting only lets us show your NFTs.',
  fine: `Looking is free. A swap costs each of you ${feeRange} and network gas.`,
  yours: 'Your side',
  theirs: 'Your friend’s side',
  yoursPlace: 'Your NFTs, up to 20',
  theirsPlace: 'What you want, up to 20',
  points: [
    {
      title: 'Lay it on the table',
      text: 'Pick up to 20 of yours and up to 20 of theirs, from the collections listed below.',
    },
    {
      title: 'The escrow holds it',
      text: 'Your side waits in a contract that nobody can reach into, not even its owner.',
    },
    {
      title: 'All or nothing',
      text: 'They accept and everything moves at once. Change your mind before it expires and you only pay network gas.',
    },
  ],
} as const

/** The table before anything is on it. */
export const emptyTableText = {
  title: 'Who are you trading with?',
  lead: `Up to ${maxNftsPerSide} of your NFTs for up to ${maxNftsPerSide} of theirs.`,
  label: 'The table',
  slip: 'The deal',
  give: 'You give',
  get: 'You get',
} as const

/** The button that connects. What else is said of wallets comes with their code. */
export const connectText = { connectWallet: 'CONNECT WALLET', connecting: 'CONNECTING…' } as const
