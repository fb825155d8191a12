/** Words for a wallet that holds more than is read in one go. Hardly anybody has one: they come when they are needed. */
export const cutWords = {
  cut: (count: number) =>
    `Only the first ${count.toLocaleString('en-GB')} NFTs of this wallet have been read. It holds more, of the same collections or others.`,
  readOn: 'Read on',
} as const
