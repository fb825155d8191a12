import { pageNames } from './frame.ts'
import { approvalMessages } from './deal.ts'
import { offerMessages } from './offers.ts'
import type { Article } from '../features/info/ArticleView.tsx'

export const howItWorks: Article = {
  title: pageNames.howItWorks,
  lead: 'From two wallets to one slip, and from one slip to a finished trade. Every step says what it costs before your wallet opens.',
  sections: [
    {
      id: 'lay',
      title: 'Lay it on the table',
      steps: [
        'Connect your wallet. It shows your NFTs of all supported collections below the table, and moves nothing.',
        'Enter your friend’s wallet address. Their NFTs appear next to yours. You can look at them and choose; only your friend can give them away.',
        'Pick what you give and what you’d like in return, up to twenty on each side. The NFTs on the table are numbered, A1, A2 for yours and B1, B2 for theirs, and the slip in the middle lists the same numbers.',
        'Choose how long the offer stays open: five minutes, an hour, a day, or a week.',
      ],
      figures: [
        {
          picture: 'pick',
          alt: 'The list of one’s own NFTs as tiles. Three of them are ringed in blue and carry the numbers A1, A2 and A3.',
          caption: 'Pick from your NFTs. What you picked carries its number.',
        },
        {
          picture: 'table',
          alt: 'The table: on the left three NFTs under You give, on the right two under You get, and between them the slip with every item, the fee, the total, and the button CREATE SWAP OFFER.',
          caption: 'Your side is always on the left, theirs on the right, and the slip says what the deal is.',
        },
      ],
    },
    {
      id: 'talk',
      title: 'Talk it over first',
      paragraphs: [
        'Not sure yet what the deal is? Press Talk it over first on the slip, or send your own table link to a friend. Both of you sign in with your wallets, which costs nothing, and sit down at a table that nobody else can see. Nothing on it is locked, and nothing is binding.',
      ],
      steps: [
        'Propose a version. Your friend says I’m ready, counters with another one, or declines and says why. You needn’t be there at the same time: the table stays for two weeks after the last word.',
        'When you are both there, what one lays down or takes back appears on the other’s screen at once. Any change takes both ready ticks away, so nobody agrees to what they haven’t seen.',
        'Once you are both ready for the same version, one of you presses Lock it in. That creates an ordinary offer with exactly these terms, and only now do NFTs move and fees come due.',
        'The other compares the offer with what you agreed, line by line. A difference is shown in red and in words, and you have to tick it before you can accept the offer.',
      ],
      list: [
        'An offer that is locked in already can be countered, too: press Counter, agree on other terms, and its creator takes the old offer back, free, and locks the new one in.',
        'Don’t want it at all? Decline tells its creator, with your reason. The offer stays open until they take it back or it expires.',
      ],
      figures: [
        {
          picture: 'negotiate',
          alt: 'A table between two people: NFTs under You give and You get, and on the slip between them Version 2 with a note, the tick of the friend who is ready, and the buttons I’m ready, Counter and Decline.',
          caption: 'Your friend’s version is on top. Ready isn’t a signature.',
        },
        {
          picture: 'compare',
          alt: 'Two columns, You agreed and The offer says. One line is red, because the offer holds another number of the same collection, and asks to be ticked before Accept This Offer can be pressed.',
          caption: 'What you agreed on the left, what the offer says on the right.',
        },
      ],
    },
    {
      id: 'approve',
      title: 'Let the contract take what you give',
      paragraphs: [
        'A collection hands your NFT to the swap contract only if you allowed that before. The slip asks for what its deal needs, and approving moves nothing: approve only these NFTs, which ends with the swap, or their whole collection at once, which lasts until you revoke it. APPROVE NEXT COLLECTION under Approvals does the latter for everything you hold.',
        approvalMessages.approvalSecurity,
      ],
      figures: [
        {
          picture: 'approve',
          alt: 'The approval panel: a chip for each collection, some ticked, some marked as not approved, and the button APPROVE NEXT COLLECTION.',
          caption: 'A tick: the contract may take NFTs of this collection into an offer that you sign.',
        },
      ],
    },
    {
      id: 'sign',
      title: 'Sign the slip',
      steps: [
        'Press CREATE SWAP OFFER. The page checks everything first, tries the transaction without sending it, and only then asks your wallet, once.',
        'Your NFTs move into the contract. Nobody can take them out but you, and your friend by giving what you asked for.',
        'Send your friend the link to the offer. It shows both sides before it is even opened.',
      ],
    },
    {
      id: 'accept',
      title: 'Accept an offer',
      steps: [
        `Open the link, or find the offer under ${offerMessages.receivedTitle}. Every NFT is there with its collection, its contract and its number.`,
        'Read Before you accept. The page asks the chain itself, through your own connection, whether the offer is what it seems to be, and says what is still missing.',
        'Approve the collections that you give, if you haven’t done so before.',
        'Press Accept This Offer. Both sides change hands in that one transaction, or nothing moves at all.',
      ],
      figures: [
        {
          picture: 'offer',
          alt: 'An offer as its recipient sees it: what they give on the left, what they get on the right, and on the slip the time that is left, both wallets, the fee and the button Accept This Offer.',
          caption: 'The same table from the other chair: now it is your friend who gives on the left.',
        },
        {
          picture: 'checks',
          alt: 'A list headed Before you accept, with a green tick next to each check: the offer is open, the NFTs are held by the escrow, you own what is asked for, you have enough coin.',
          caption: 'Each line is asked of the chain while you look.',
        },
      ],
    },
    {
      id: 'end',
      title: 'When it ends another way',
      list: [
        'You change your mind: Cancel Offer, at any time before it expires. It costs only the network’s own fee, and your NFTs come back at once.',
        `The time runs out: nobody can accept any more. Your NFTs wait in the contract until you press ${offerMessages.recoverNfts}, or your friend presses ${offerMessages.returnExpired}. Both send them home to you.`,
        `A collection refuses to release an NFT: the others go home, that one stays safe in the contract, and you claim it later where it says ${offerMessages.stillInEscrow}.`,
      ],
      figures: [
        {
          picture: 'recover',
          alt: 'The section Expired Offers - Recover NFTs with one offer in it and the button Recover NFTs from Escrow.',
          caption: 'Expired offers gather at the foot of the swap page until their NFTs are home.',
        },
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
