import { product } from '@parley/domain'

/** Words of a finished swap. */
export const swappedWords = {
  crossed: (when: string | null) => `Both sides crossed over in one transaction${when ? `, ${when}` : ''}.`,
  nowYours: 'Now yours',
  nowTheirs: 'Now theirs',
  nowCreators: 'Now the creator’s',
  nowRecipients: 'Now the recipient’s',
  with: 'With',
  got: 'You got',
  gave: 'You gave',
  transaction: 'Transaction',
  again: (address: string) => `Trade again with ${address}`,
  shareSwap: `Swapped at ${product.name}:`,
} as const
