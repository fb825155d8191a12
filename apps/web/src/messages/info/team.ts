import { product } from '@parley/domain'
import type { Article } from './Article.ts'

export const team: Article = {
  title: 'About the team',
  lead: 'We make the table and sweep the floor. Your NFTs stay yours.',
  sections: [
    {
      id: 'who',
      title: 'Who we are',
      paragraphs: [
        `${product.name} is made by its maintainers, people who collect and swap NFTs themselves and were tired of deciding who goes first. It is free software under the MIT licence: contract, server and page can be read, run and changed by anybody.`,
      ],
    },
    {
      id: 'hold',
      title: 'What we hold ourselves to',
      list: [
        'The chain decides. Our server keeps an index of what the contract says; it can be dropped and rebuilt, and no request from a browser changes what is true.',
        'Nobody can take what is in the contract. That includes us, and every attack that we know of is a test that anybody can run.',
        'You see everything before you sign: every piece, its contract, every fee.',
        'No account, no tracking, no trade that we invented. Where figures are made up for a demonstration, the page says so.',
      ],
    },
    {
      id: 'owner',
      title: 'What the owner of the contract may do',
      paragraphs: [
        'Change the platform fee up to the limit that was fixed when the contract was made. Withdraw the fees. Stop new offers, while every way out stays open. Give back an NFT that somebody sent to the contract by mistake and that no offer holds. Nothing more.',
      ],
    },
  ],
}
