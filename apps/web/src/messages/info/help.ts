import { product } from '@parley/domain'
import type { Article } from './Article.ts'

export const help: Article = {
  title: 'Help',
  lead: 'Fees, approvals, time, and what to do when something does not work.',
  sections: [
    {
      id: 'fees',
      title: 'Fees',
      paragraphs: [
        'There is one platform fee, between 0.01 and 0.05 AVAX as the contract has it at the moment. It is read from the contract and shown on the slip before you sign. The contract itself allows no more than it was given at the start, so no owner can raise it to hold your NFTs to ransom.',
      ],
      list: [
        'Creating an offer: the fee.',
        'Accepting an offer: the fee.',
        'Taking home, or returning, an expired offer: the fee.',
        'Cancelling before it expires: no fee.',
        'Claiming what is still in escrow: no fee.',
      ],
    },
    {
      id: 'fees-more',
      title: 'What else it costs',
      paragraphs: [
        'Every transaction also pays the network. The slip shows about how much. Fees that were paid are not refunded, whatever becomes of the offer.',
      ],
    },
    {
      id: 'approvals',
      title: 'Approvals',
      paragraphs: [
        'Before the swap contract can take an NFT of yours into an offer, its collection has to know that you allow it. That is the approval: one transaction for each collection, good until you revoke it.',
        'An approval alone moves nothing. The contract takes an NFT only in the very transaction in which you create or accept an offer that names it. When you are done trading you can revoke under Advanced.',
      ],
    },
    {
      id: 'expiry',
      title: 'Expiry',
      paragraphs: [
        'Time counts by the chain’s own clock, up to and including the second on the slip. After that nobody can accept. The NFTs go nowhere by themselves: they wait in the contract until you recover them or your friend returns them, and either way they go to you.',
      ],
    },
    {
      id: 'without-us',
      title: `Getting your NFTs back without ${product.name}`,
      paragraphs: [
        'The contract needs no website. With its address, which is on every transaction you sent to it, and the id of your offer:',
      ],
      steps: [
        'Open the contract on a block explorer, choose “Write contract”, and connect your wallet there.',
        'Before it expires: call cancelSwapOffer with your offer’s id. No value is to be sent.',
        'After it has expired: read fee, then call cancelExpiredOffer with your offer’s id and exactly that fee as value.',
        'If a piece stayed behind: call claimReturned with your offer’s id. Anybody may, and it goes to you.',
      ],
    },
    {
      id: 'wallet',
      title: 'When the wallet says no',
      answers: [
        {
          question: 'No wallet is listed',
          answer:
            'Install a wallet for your browser, unlock it, and load the page again. In a phone, open this page in the browser of your wallet’s app.',
        },
        {
          question: 'Your wallet is on another network',
          answer:
            'Press the button that stands in place of the main one. The page asks your wallet to switch to Avalanche C-Chain, and to add it where it is not known.',
        },
        {
          question: 'Your wallet already has a request open',
          answer: 'Open the wallet itself. It waits for your answer to an earlier question.',
        },
        {
          question: 'Transaction was rejected in your wallet',
          answer: 'You, or the wallet, said no. Nothing was sent, and your NFTs are where they were.',
        },
        {
          question: 'A previous transaction is still pending',
          answer: 'Wait until it is confirmed, or speed it up in your wallet. Then try again.',
        },
        {
          question: 'There is a problem with gas',
          answer: 'Your wallet needs some AVAX beside the platform fee. The slip shows the total.',
        },
      ],
    },
    {
      id: 'trust',
      title: 'Before you accept',
      list: [
        'A picture proves nothing. Look at the mark beside the collection’s name, and at the contract.',
        'An NFT of an unknown contract has to be confirmed by itself before you can accept. If in doubt, do not.',
        'Read the slip in your wallet too. It asks for the platform fee and nothing else.',
        'Nobody from us will ever ask for your recovery phrase, or write to you first.',
      ],
    },
  ],
}
