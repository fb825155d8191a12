/** Words of My Pending Trades. */
export const pendingWords = {
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
  ended: 'Ended',
  outcome: {
    completed: 'Completed',
    cancelled: 'Cancelled',
    returned: 'Returned',
    active: 'Active',
    expired: 'Expired',
  },
} as const
