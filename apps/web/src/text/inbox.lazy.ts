/** `PRODUCT_NAME` as a part of a file's name, put in its place by the page's build. */
declare const builtFileStem: string | undefined

const many = (count: number, one: string, more: string): string => (count === 1 ? one : more)

/** Texts of the inbox. */
const noNeed = {
  all: 'nothing needs you',
  offers: 'no offer needs you',
  part: 'not known yet whether something needs you',
}

export const inboxText = {
  title: 'What needs you',
  lead: 'Read from the chain and your tables, the most pressing first.',
  leadBrowser: 'Read by this browser from public lists, the most pressing first.',
  leadAway: 'Read from the chain through your own connection, the most pressing first.',
  needsYou: 'Needs you',
  earlier: 'Earlier',
  give: 'You give',
  get: 'You get',
  markAll: 'Mark all as read',
  notifications: 'Notifications',
  markOne: 'Mark as read',
  unread: 'Unread',
  more: 'Load more',
  empty: 'Nothing needs you',
  emptyText: 'Offers, tables and reminders that wait for you are listed here.',
  emptyAct: 'Make an offer',
  missingTitle: { all: 'We can’t tell yet what needs you', older: 'Nothing found so far' },
  missing: {
    all: 'Neither our server nor the chain could be read completely. Check your connection: this page goes on trying.',
    older:
      'Our server is away, and this browser reads only the newest part of the chain. Older offers to you may be missing here.',
  },
  unwatched: 'It has NFTs of an unverified collection. If one moves, we notice late: look at it before you decide.',
  nothingWaits: 'All settled. What happened lately is below.',
  failed: 'Your inbox couldn’t be read.',
  connectTitle: 'Whose inbox?',
  connectText: 'Connect your wallet to see what waits for you.',
  signInTitle: 'Tables are missing here',
  signInText: 'Sign in to see your tables too, and to have the same inbox and reading marks on every device.',
  calendar: 'Add to calendar',
  /** `known`: all that may need the wallet, its offers alone, or not all of them. */
  bell: (needs: number, unread: number, known: 'all' | 'offers' | 'part' = 'all') =>
    `Inbox: ${needs > 0 ? `${needs} ${many(needs, 'needs', 'need')} you` : noNeed[known]}${needs + unread > 0 ? `, ${unread} unread` : ''}`,
} as const

/** Time left or gone: '48 min', '2 min ago'. */
export const inboxTimeText = {
  now: 'just now',
  ago: (time: string) => `${time} ago`,
  open: (left: string) => `Open for ${left}.`,
} as const

/** One item. `who` is the other party's short address or your name for it. */
export const inboxItemText = {
  received: (who: string) => `${who} made you an offer`,
  receivedPast: (who: string) => `An offer from ${who}`,
  accepted: (who: string) => `${who} accepted your offer`,
  acceptedText: (when: string) => `${when}. Both sides have changed hands.`,
  declined: (who: string) => `${who} declined your offer`,
  quoted: (words: string) => `“${words}”`,
  stillInEscrow: (count: number) =>
    count === 0 ? 'Your coins are still in escrow.' : `Your ${many(count, 'NFT is', 'NFTs are')} still in escrow.`,
  returned: 'Your side is back',
  returnedText: (who: string, when: string) => `${when}. ${who} sent it back.`,
  expiresOwn: (left: string) => `Your offer expires in ${left}`,
  expiresTheirs: (left: string) => `An offer to you expires in ${left}`,
  notAnswered: (who: string) => `To ${who}, who hasn’t answered.`,
  from: (who: string) => `From ${who}.`,
  remindedOwn: (ahead: string) => `Reminder: ${ahead} left on your offer`,
  remindedTheirs: (ahead: string) => `Reminder: ${ahead} left on an offer to you`,
  day: '24 hours',
  hour: '1 hour',
  to: (who: string) => `To ${who}.`,
  expired: (count: number) =>
    count === 0 ? 'Expired, coins still in escrow' : `Expired, ${count} ${many(count, 'NFT', 'NFTs')} still in escrow`,
  expiredPast: 'Your offer expired',
  expiredText: (when: string) => `Expired ${when}.`,
  broughtHome: (when: string) => `Expired ${when}. Your side is back.`,
  notReturned: (count: number) => `${count === 1 ? 'One NFT' : `${count} NFTs`} couldn’t be returned`,
  notReturnedText: (names: string) => `The collection refused ${names}. The escrow keeps it for you.`,
  movedWanted: (count: number) =>
    count === 1 ? 'An NFT you asked for has moved' : `${count} NFTs you asked for have moved`,
  movedWantedText: (names: string, who: string) => `${names} left ${who}. Nobody can accept this now.`,
  movedOffered: (count: number, isOwn: boolean) =>
    `${count === 1 ? 'An NFT' : `${count} NFTs`} ${isOwn ? 'you offered' : 'offered to you'} left the escrow`,
  movedOfferedText: (names: string) => `The collection moved ${names}. Nobody can accept this now.`,
  movedBoth: (count: number) => `${count} NFTs of your offer have moved`,
  movedBothText: (names: string) => `${names} changed hands. Nobody can accept this now.`,
  movedTable: (count: number) =>
    count === 1 ? 'An NFT on your table has moved' : `${count} NFTs on your table have moved`,
  movedTableText: (names: string) => `${names} changed hands, so these terms can’t be met.`,
  invited: (who: string) => `${who} proposes a deal, your turn`,
  countered: (who: string) => `${who} countered, your turn`,
  version: (version: number) => `Version ${version}.`,
  /** Begins the sentence on what a counter changed; the title above it has the name. */
  they: 'They',
  answered: (who: string) => `${who} laid down a version`,
  tableDeclined: (who: string, version: number) => `${who} declined version ${version}`,
  tableDeclinedText: 'You can propose another one.',
  agreed: 'Agreed, and yours to lock in',
  agreedPast: 'You agreed at a table',
  agreedText: (who: string, version: number) => `You and ${who}, version ${version}.`,
  bothReady: (when: string) => `Both ready since ${when}.`,
} as const

/** The one button of an item. */
export const inboxActText = {
  'answer-offer': 'Look at it',
  'take-back': 'Take it back',
  'bring-home': 'Bring home',
  claim: 'Claim it',
  'answer-table': 'Answer',
  'lock-in': 'Lock it in',
  open: 'Open it',
  details: 'View Details',
  toCreator: 'back to you, for gas alone',
} as const

/** An entry for a calendar. */
export const calendarText = {
  summary: (who: string, isOwn: boolean) => (isOwn ? `Your offer to ${who} expires` : `The offer from ${who} expires`),
  description: `It can be accepted until this moment, by the time of the chain.`,
  fileName: `${typeof builtFileStem === 'string' ? builtFileStem : 'parley'}-expiry.ics`,
} as const
