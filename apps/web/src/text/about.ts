import { pageNames } from './frame.ts'
import { product } from '@parley/domain'
import type { Article } from '../features/info/ArticleView.tsx'

export const whatIs: Article = {
  title: `What is ${product.name}?`,
  lead: 'A table for two. You lay down NFTs, your friend lays down NFTs, and when both agree they change hands in one transaction.',
  sections: [
    {
      id: 'why',
      title: 'Why a table, and not a market',
      paragraphs: [
        'Markets turn an NFT into coin first and into another NFT later. Between the two you pay twice, and you trust that the price holds. Friends who want each other’s NFTs need none of that. They just need a way for nobody to have to go first.',
        `That is all ${product.name} does. It takes no offers from strangers, it sets no prices, and it keeps no account of you. You name one wallet, and the offer is for that wallet alone.`,
      ],
    },
    {
      id: 'escrow',
      title: 'Who holds the NFTs until then',
      paragraphs: [
        'When you create an offer, what you give moves into a swap contract on Avalanche C-Chain. It stays there until one of three things happens: your friend accepts and both sides change hands, you cancel for free before the offer expires, or, once it has expired, you or your friend send it back to you for the platform fee.',
        'The contract gives an NFT that an offer holds to no one else. Not to us, and not to the contract’s owner: its code has no way to do that, and anyone can read it.',
      ],
    },
    {
      id: 'what',
      title: 'What you can swap',
      list: [
        'Up to 20 NFTs from you against up to 20 from your friend, in any mixture.',
        'NFTs of the supported collections, each shown with a verification mark next to its name.',
        'Everything your friend is to give has to be in one wallet: the offer goes to the wallet that owns it all.',
      ],
    },
    {
      id: 'costs',
      title: 'What it costs',
      paragraphs: [
        'A platform fee of 0.01 to 0.05 AVAX when you create an offer, when you accept one and when an expired one is sent back, and what the network takes for each transaction. Changing your mind before an offer expires costs nothing but the network. You see the total on the slip before you sign.',
      ],
    },
    {
      id: 'beta',
      title: 'It is in beta',
      paragraphs: [
        'The product is young. Begin with something small, read the slip before you sign, and tell us what went wrong. Whatever happens to this site, the contract keeps working: the help page says how to take your NFTs back from a block explorer.',
      ],
    },
  ],
}

export const team: Article = {
  title: pageNames.team,
  lead: 'We make the table and sweep the floor. Your NFTs stay yours.',
  sections: [
    {
      id: 'who',
      title: 'Who we are',
      paragraphs: [
        `${product.name} is made by its maintainers, people who collect and swap NFTs themselves and were tired of deciding who goes first. It is free software under the MIT licence: contract, server and page are free for anyone to read, run and change.`,
      ],
    },
    {
      id: 'hold',
      title: 'What we hold ourselves to',
      list: [
        'The chain decides. Our server keeps an index of what the contract says; it can be dropped and rebuilt, and no request from a browser changes what is true.',
        'Nobody can take what is in the contract. That includes us, and every attack that we know of is a test that anyone can run.',
        'You see everything before you sign: every NFT, its contract, every fee.',
        'No account, no tracking, no trade that we invented. Where figures are made up for a demonstration, the page says so.',
      ],
    },
    {
      id: 'owner',
      title: 'What the owner of the contract may do',
      paragraphs: [
        'Change the platform fee up to the limit that was fixed when the contract was made. Withdraw the fees. Stop new offers, while every way out stays open. Give back an NFT that someone sent to the contract by mistake and that no offer holds. Nothing more.',
      ],
    },
  ],
}
