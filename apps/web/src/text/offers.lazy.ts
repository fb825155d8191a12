import { pageNames } from './frame.ts'

/** Words of My Pending Trades. */
export const pendingText = {
  title: pageNames.pending,
  refresh: 'Refresh',
  create: 'Create New',
  active: (p: { count: number }) => `Active(${p.count})`,
  completed: (p: { count: number }) => `Completed(${p.count})`,
  lead: 'Offers you’ve sent and received, open and closed.',
  connectTitle: 'Whose trades?',
  connectText: 'Connect your wallet to see the offers that you made and received.',
  tabs: 'Trades',
  emptyActive: 'No open offers',
  emptyActiveText: 'Create an offer, or wait for a friend’s.',
  emptyCompleted: 'No closed offers yet',
  emptyCompletedText: 'Accepted, cancelled and returned offers are kept here.',
  more: 'Show more',
  made: 'Sent',
  received: 'Received',
  outcome: {
    completed: 'Completed',
    cancelled: 'Cancelled',
    returned: 'Returned',
    active: 'Active',
    expired: 'Expired',
  },
} as const

/** Words of offers in lists, but for those that the specification quotes. The swap page fetches them with its lists. */
export const ticketText = {
  details: 'View Details',
  to: 'Recipient',
  from: 'Creator',
  expires: 'Expires',
  expired: 'Expired',
  ended: 'Ended',
  unknownTime: 'time not known',
  inTime: (left: string, when: string) => `in ${left}, ${when}`,
  costs: (amount: string) => `Costs about ${amount}`,
  hide: 'Hide',
  count: (count: number) => `${count} ${count === 1 ? 'offer' : 'offers'}`,
} as const

/** Words of what the user hid from the lists. */
export const hiddenText = {
  hidden: (count: number) => `${count} hidden by you`,
  by: (creator: string) => `from ${creator}`,
  block: (creator: string) => `Block ${creator}`,
  unblock: (creator: string) => `Unblock ${creator}`,
  unhide: 'Show this offer again',
} as const
