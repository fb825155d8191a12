import { coinSymbol } from '@parley/domain'

/** Texts of the coin form, which load with it. */
export const coinWords = {
  give: `${coinSymbol} YOU GIVE`,
  get: `${coinSymbol} YOU GET`,
  max: 'Max',
  maxLabel: 'Max: all that the fee and the network leave',
  balance: (held: string, spendable: string) => `You have ${held}, and can offer up to ${spendable}.`,
  balanceUnread: 'Your balance has not been read yet.',
  friendBalance: (held: string) => `They have ${held}.`,
  friendHint: 'What your friend pays when they accept.',
  problems: {
    'not-a-number': 'Use digits and one point only, such as 1.5.',
    decimals: `${coinSymbol} has up to 18 decimals.`,
    'too-much': 'This is more than the escrow can hold.',
  },
  tooMuchForYou: (spendable: string) =>
    `You can offer up to ${spendable}. The rest is needed for the platform fee and the network.`,
  tooMuchForThem: (held: string) => `They have ${held} now, too little to accept this.`,
} as const
