import { coinText } from '@parley/domain'
import { pageNames } from './frame.ts'

const nftCount = (count: number): string => (count === 1 ? '1 NFT' : `${count} NFTs`)

const things = (nfts: number, wei: bigint): string =>
  [...(nfts > 0 ? [nftCount(nfts)] : []), ...(wei > 0n ? [coinText(wei)] : [])].join(' and ')

/** Words of My escrow. */
export const escrowText = {
  title: pageNames.escrow,
  lead: 'What the swap contract holds for you, and how each of it comes home.',
  connectTitle: 'Whose escrow?',
  connectText: 'Connect your wallet to see what the swap contract holds for you.',
  readFromChain: 'Read from the chain',
  block: (block: string) => `Block ${block}. Works without our server too.`,
  reading: 'Reading the swap contract…',
  refresh: 'Refresh',
  failed: 'The swap contract couldn’t be read.',
  failedText: 'What it holds for you is safe there. Check your connection, and try again.',
  stale: (block: string) => `This couldn’t be refreshed. It shows the state as of block ${block}.`,
  someUnread: (count: number) =>
    `${count === 1 ? 'One of the contracts' : `${count} of the contracts`} couldn’t be read. There may be more of yours.`,
  unread: (count: string) =>
    `The ${count} oldest offers of the contract weren’t looked at, except those that this browser or our server knows.`,
  readOlder: (count: string) => `Look at ${count} more`,
  olderFailed: 'Reading the older ones failed just now.',
  byServer:
    'The endpoints that this page was built with didn’t answer. This comes from the ones our server uses instead.',
  empty: 'Nothing of yours is in escrow',
  emptyText: 'NFTs and coins that you offer are held here until the offer ends.',
  create: 'Create an offer',

  held: 'Held for you',
  things,
  states: { offered: 'Offered', expired: 'Expired', refused: 'Refused', owed: 'Owed to you' },
  coins: (sums: { readonly offered: string | null; readonly owed: string | null }) =>
    [
      sums.offered === null ? null : `${sums.offered} offered, back to you if the deal isn’t made`,
      sums.owed === null ? null : `${sums.owed} owed to you`,
    ]
      .filter((text) => text !== null)
      .join('; '),

  slip: 'Bring home',
  stillOffered: 'Still offered',
  expired: 'Expired',
  refused: 'Couldn’t be returned',
  owed: 'Owed to you',
  cost: 'Fee and gas',
  costUnknown: 'not known yet',
  ready: 'Ready now',
  nothingReady: 'nothing',
  also: (offers: number) => (offers === 1 ? 'Cancel my open offer as well' : `Cancel my ${offers} open offers as well`),
  bring: (text: string) => `Bring ${text} home`,
  bringing: 'Bringing home…',
  nothing: 'Nothing to bring home',
  fineOne: 'One transaction. It all comes back to the wallet it left.',
  fineMany: (count: number) => `${count} transactions, one after the other. It all comes back to the wallet it left.`,
  fineTogether: (count: number) =>
    count === 1
      ? 'Your wallet signs all of it at once. It all comes back to the wallet it left.'
      : `Your wallet signs ${count} times. It all comes back to the wallet it left.`,
  fineOpen: 'Your open offers can be accepted until they end. Tick the box to take them back now.',

  rows: 'Offer by offer',
  give: 'You give',
  get: 'You get',
  nothingGiven: 'nothing',
  offeredTo: (who: string) => `Offered to ${who}`,
  openFor: 'Open for',
  cancelling: 'Cancelling is free but for gas.',
  expiredTitle: 'Expired, ready to come home',
  expiredText: (when: string, free: string | null) =>
    free === null ? `Expired ${when}.` : `Expired ${when}. Free from ${free}, when anyone may send it home.`,
  freeTitle: 'Expired, free to come home',
  freeText: (when: string) => `Expired ${when}. After 30 days it costs no fee any more.`,
  refusedTitle: 'Couldn’t be returned',
  refusedText: (names: string) =>
    `The collection refused to move ${names} when the offer ended. Claim it once it does.`,
  owedTitle: 'Coins that your wallet refused',
  owedText: (sum: string) =>
    `${sum} came out of a deal, and your wallet didn’t take it. Send it to an address that does.`,
  ways: {
    cancel: 'Cancel Offer',
    recover: 'Bring home',
    sendHome: 'Bring home, free',
    claim: 'Claim it',
    take: 'Send the coins',
  },
  to: 'Send the coins to',
  toProblems: {
    malformed: 'This isn’t an address.',
    nobody: 'Nobody can use coins at this address. Choose a wallet.',
  },
  about: (amount: string) => `about ${amount}`,
  estimating: 'Estimating…',
  refusedNow: (reason: string) => `It would fail now: ${reason}`,
  details: 'View Details',

  queue: {
    title: 'On the way home',
    sum: (done: number, all: number) => `${done} of ${all} are home`,
    waiting: 'Waits for its turn',
    running: 'Under way',
    done: 'Home',
    underWay: 'Its transaction is still under way. The page follows it.',
    gone: 'It is home already.',
    nowCosts: 'It has expired in the meantime, so it costs the fee now. Bring it home below if you agree.',
    changed: 'It has changed in the meantime. Look at it below.',
    otherWallet: 'Another wallet is connected.',
    notSaid: 'Something else was under way. Try it again.',
    elsewhere: 'Another tab of this browser brings these home.',
    paused: 'Stopped. Nothing more is sent until you press.',
    goOn: (left: number) => (left === 1 ? 'Go on with the last one' : `Go on with the other ${left}`),
    stop: 'Stop after this one',
    close: 'Dismiss',
    finished: 'Finished.',
    taken: 'Your coins have been sent.',
    together: 'It is home.',
    stuck: 'Its collection didn’t let it go. It stays safe in the escrow: claim it later.',
  },
} as const
