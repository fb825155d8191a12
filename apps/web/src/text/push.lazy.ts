/** Texts of pushes (decision I2). The service worker has them, so that they come with the page and not with the push. */
export const pushText = {
  offer: 'An offer needs you',
  offerNews: 'News about an offer',
  table: 'A table needs you',
  tableNews: 'News about a table',
  with: (other: string) => `With ${other}`,
} as const
