import { approvalMessages } from './deal.ts'
import { pageNames } from './frame.ts'
import type { Article } from '../features/info/ArticleView.tsx'

/** What fits on a first screen. The other sections follow it (`helpLater.lazy.ts`). */
export const help: Article = {
  title: pageNames.help,
  lead: 'Fees, approvals, time, and what to do when something doesn’t work.',
  later: async () => (await import('./helpLater.lazy.ts')).sectionsLater(),
  sections: [
    {
      id: 'fees',
      title: 'Fees',
      paragraphs: [
        'There is one platform fee, between 0.01 and 0.05 AVAX. It is read from the contract and shown on the slip before you sign. The contract can never ask more than 0.05. The fee is never refunded.',
      ],
      list: [
        'Creating an offer: the fee.',
        'Accepting an offer: the fee.',
        'Taking home, or returning, an expired offer: the fee.',
        'Cancelling before it expires: no fee.',
        'Claiming what is still in escrow: no fee.',
        'Every transaction, approvals too, pays the network on top. The slip says about how much.',
      ],
    },
    {
      id: 'approvals',
      title: 'Approvals',
      paragraphs: [
        `${approvalMessages.approvalScope} Or approve single NFTs.`,
        'An approval alone moves nothing. The contract takes an NFT only when you create or accept an offer that names it. When you’re done trading, revoke under Advanced, which is a transaction too.',
      ],
    },
    {
      id: 'expiry',
      title: 'Expiry',
      paragraphs: [
        'Time counts by the chain’s own clock. After the time on the slip, no one can accept. The NFTs wait in the contract until you recover them or your friend returns them.',
        'A five-minute offer is for two people who are both at their screens. If in doubt, choose a day.',
      ],
    },
  ],
}
