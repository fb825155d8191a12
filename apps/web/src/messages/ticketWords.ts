/** Words of offers in lists, but for those that the specification quotes. The swap page fetches them with its lists. */
export const ticketWords = {
  offer: 'Offer',
  to: 'Recipient',
  from: 'Creator',
  expires: 'Expires',
  expired: 'Expired',
  ended: 'Ended',
  unknownTime: 'time not known',
  inTime: (left: string, when: string) => `in ${left}, ${when}`,
  costs: (amount: string) => `Costs about ${amount}`,
  gives: 'You give',
  gets: 'You get',
  hide: 'Hide',
  count: (count: number) => `${count} ${count === 1 ? 'offer' : 'offers'}`,
} as const
