import type { Article } from './Article.ts'

export const howItWorks: Article = {
  title: 'How it works',
  lead: 'From two wallets to one slip, and from one slip to a finished trade. Every step says what it costs before your wallet opens.',
  sections: [
    {
      id: 'make',
      title: 'Making an offer',
      steps: [
        'Connect your wallet. Your NFTs of all supported collections are laid out below the table.',
        'Enter your friend’s address. Their NFTs appear beside yours, for looking at; nothing of theirs can be touched.',
        'Pick what you give and what you get. Each piece lies on the table with its number: A1, A2 for yours, B1, B2 for theirs. The slip in the middle lists the same numbers.',
        'Approve the collections that you give. An approval lets the swap contract, and nobody else, take your NFTs of that collection into an offer that you sign.',
        'Choose how long the offer stands: five minutes, an hour, a day, or a week.',
        'Press CREATE SWAP OFFER. The page checks everything first, then asks your wallet once. Your NFTs move into the contract.',
        'Send your friend the link of the offer.',
      ],
    },
    {
      id: 'accept',
      title: 'Accepting an offer',
      steps: [
        'Open the link, or find the offer under Offers Received. You see every NFT with its collection, its contract and its number.',
        'Look at Before you accept. The page asks the chain, through your own connection, whether the offer is what the server says it is.',
        'Approve the collections that you give, if you have not done so before.',
        'Press Accept This Offer. Both sides change hands in that one transaction, or nothing moves at all.',
      ],
    },
    {
      id: 'end',
      title: 'When it ends another way',
      list: [
        'You change your mind: Cancel Offer, at any time before it expires. It costs nothing but the network’s own fee, and your NFTs come back at once.',
        'The time runs out: nobody can accept any more. Your NFTs wait in the contract until you press Recover NFTs from Escrow, or your friend presses Return Expired. Both send them home to you.',
        'A collection refuses to let go of a piece: the others go home, that one stays safe in the contract, and Still in escrow lets you claim it later.',
      ],
    },
    {
      id: 'mark',
      title: 'The engraved band',
      paragraphs: [
        'Each slip carries a band of fine lines. It is drawn from who gives what to whom, so you and your friend see the same figure, and a deal that was changed draws another. It helps you to recognise a deal. What proves it is the chain, which the page asks before you sign.',
      ],
    },
  ],
}
