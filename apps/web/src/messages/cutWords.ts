import { locale } from '@parley/domain'
/** Texts for wallets too large to read at once. Rarely needed, so loaded on demand. */
export const cutWords = {
  cut: (count: number) =>
    `Only the first ${count.toLocaleString(locale)} NFTs of this wallet have been read. It holds more, of the same collections or others.`,
  readOn: 'Read on',
} as const
