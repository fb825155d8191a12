import { coinText } from '@parley/domain'

/** Words of what a deal is compared with, and of the question that a lop-sided one asks. */
export const contextText = {
  title: 'Last swaps and shared traits',
  fine: 'From completed swaps here. What the NFTs are worth only the two of you can say.',
  last: (collection: string) => `Last swaps of ${collection}`,
  none: 'None here yet.',
  unread: 'Our server didn’t answer.',
  reading: '…',
  undated: 'time not known',
  swapped: (one: string, other: string) => `${one} for ${other}`,
  nothing: 'nothing',
  traits: 'Shared traits',
  shared: (got: string, given: string, count: number, of: number) =>
    `${got} and ${given}: ${count} of ${of} traits in common`,
  noTraits: (got: string) => `${got} has no traits to compare`,
  lopsided: (gives: number, gets: number, receivedWei: bigint) => {
    const given = gives === 1 ? 'one NFT' : `${gives} NFTs`
    const got = gets === 1 ? 'one' : String(gets)
    if (gets === 0) return `You give ${given} for ${coinText(receivedWei)}, and no NFT. Yes, that is what I want.`
    const coins = receivedWei === 0n ? ', and no coins' : ` and ${coinText(receivedWei)}`
    return `You give ${given} for ${got}${coins}. Yes, that is what I want.`
  },
  tickFirst: 'This deal gives away ten times as many NFTs as it brings. Tick the box above if that is what you want.',
  tickFirstForCoins:
    'This deal brings no NFT, and no more coins than a swap costs. Tick the box above if that is what you want.',
} as const
