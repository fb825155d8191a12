import type { Said } from './entry.ts'

/** Why the page refuses what a server proposes, or a deal's coins. Fetched with what signs: nothing is refused before. */
export const trustWords = {
  unknownEscrow: (named: string, built: string) =>
    `This page was built for the swap contract ${built}. Another one was named: ${named}. Nothing was sent. Reload the page; if you see this again, somebody may be lying to you. What you have in escrow you can still take back.`,
  feeChanged: (shown: string, now: string) =>
    `The platform fee is ${now}, and the screen showed ${shown}. Nothing was sent. Look at the new total, and press again if you agree.`,
  coinsOnly: 'A deal needs at least one NFT. Add one to either side.',
  badCoins: 'Correct the AVAX amount first. The line below it says what is wrong.',
  foreignTitle: 'This page and our server disagree about the swap contract.',
  foreignText: (named: string) =>
    `The server names ${named}, which this page was not built for. Until both agree you can look around and take your NFTs back; nothing is approved, offered or accepted. Reload to see whether the page has been updated.`,
} as const

export function refusal(key: 'unknownEscrow' | 'feeChanged' | 'coinsOnly' | 'badCoins', text: string): Said {
  return { key, channel: 'alert', tone: 'failure', text }
}
