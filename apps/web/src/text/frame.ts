import { maxNftsPerSide, product } from '@parley/domain'
import { alert, toast } from './message.ts'

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
  startFailed: 'The page could not start',
  startFailedText: 'Something is missing on our side. Your NFTs are safe.',
  pageFailed: 'This page could not be drawn',
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
  fine: 'Looking is free. A swap costs each of you 0.01 AVAX and network gas.',
  yours: 'Your side',
  theirs: 'Your friend’s side',
  yoursPlace: 'Your NFTs, up to 20',
  theirsPlace: 'What you want, up to 20',
  points: [
    {
      title: 'Lay it on the table',
      text: 'Pick up to 20 of yours and up to 20 of theirs from eighteen collections.',
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

/** Connecting, and what keeps a wallet from sending. */
export const walletMessages = {
  connectWallet: 'CONNECT WALLET',
  connecting: 'CONNECTING…',
  connectedBadge: 'wallet connected',
  walletList: 'Metamask or other injected wallet',
  noWalletFound: alert('No Web3 wallet found. Please install MetaMask or another Web3 wallet.'),
  noWalletConnected: alert('No wallet connected. Please connect your wallet first.'),
  walletNotConnected: toast(
    'Wallet not connected',
    'Your wallet is locked, or no longer shares this account. Unlock or connect it to go on.',
  ),
  connectionFailed: toast('Wallet Connection Failed', 'Unable to connect to your wallet'),
  connectRejected: 'The request was rejected in your wallet.',
  wrongChain: (p: { chainName: string }) => `Your wallet is on another network. Switch it to ${p.chainName} to trade.`,
  switchChain: (p: { chainName: string }) => `Switch to ${p.chainName}`,
  switchFailed: toast(
    'Network not switched',
    (p: { chainName: string }) =>
      `Your wallet did not switch to ${p.chainName}. Switch it in the wallet itself and try again.`,
  ),
  otherNetwork: alert('Your wallet is connected to another Avalanche network'),
  otherNetworkDetail:
    'It says the right chain id, but the swap contract is not there. Nothing was sent. Choose the right network in your wallet, or another RPC address for it, and try again.',
  walletLocked: 'Your wallet is locked. Unlock it to go on.',
  requestPending: 'Your wallet already has a request open. Answer it there first.',
  accountChanged: alert(
    'Your wallet changed to another account in the middle of this. Nothing more was sent; start again with the account you want.',
  ),
}
