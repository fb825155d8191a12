import { product } from '@parley/domain'
import { approvalMessages, dealMessages, failureMessages } from './deal.ts'
import { offerMessages } from './offers.ts'
import { pageNames } from './frame.ts'
import { walletMessages } from './wallet.ts'
import { builtFor } from '../services/builtFor.ts'
import type { Section } from '../features/info/ArticleView.tsx'

/** The sections of Help below its first screen. */
export const helpLater: readonly Section[] = [
  {
    id: 'inbox',
    title: 'What needs you',
    paragraphs: [
      'The bell next to your wallet counts what’s waiting for you, and is blue while something is unread. Press it: what needs you is on top, and each line has one button that takes you to it.',
      'Reading an item doesn’t settle it. An offer stays on the list until you accept or decline it, it expires, or its creator takes it back.',
    ],
    list: [
      'Offers to you, and what became of yours: accepted, declined, returned.',
      'A reminder 24 hours and one hour before an offer expires. Add to calendar puts the end of an offer into your own calendar.',
      'What is stuck: an expired offer, an NFT that couldn’t be returned, an NFT of the deal that has moved to another wallet.',
      'Tables that wait for your answer, and agreements that are yours to lock in. For these you sign in, which costs nothing.',
    ],
    figures: [
      {
        picture: 'inbox',
        alt: 'The page What needs you: lines with a band, what happened, both sides of the deal, and one button each, such as Look at it, Answer and Bring home.',
        caption: 'What needs you is on top, the newest first.',
      },
    ],
  },
  {
    id: 'push',
    title: `When ${product.name} is closed`,
    paragraphs: [
      `A five-minute offer is no use if no one hears about it. Below your inbox, sign in and turn on Notify me in this browser. From then on your browser or phone tells you when something needs you, even while ${product.name} is closed.`,
      'A notification says that an offer or a table needs you, and a short address, but nothing about the deal itself. Pressing it opens the right page. Below the switch you choose what you want to hear about.',
    ],
    list: [
      'On an iPhone or iPad, add the page to your Home Screen first (Share, then Add to Home Screen), and turn the switch on there.',
      'Each browser has its own switch. Notifications end when you sign out, or after seven days, when you need to sign in again.',
      'Your browser asks whether you allow it. If you once said no, allow notifications in its settings for this site.',
    ],
  },
  {
    id: 'tables',
    title: 'At a table',
    paragraphs: [
      'A table is for two wallets. Each of you signs in, once in seven days: that costs nothing and moves nothing. Anyone else who opens the link sees that it’s for another wallet, and nothing of the deal.',
    ],
    answers: [
      {
        question: 'It changed while I was looking',
        answer:
          'What the other person laid down is ringed in blue for three seconds, and what they took back stays as a shadow for as long. Both ticks are cleared, and the button rests for a second, so a finger already on its way agrees to nothing new.',
      },
      {
        question: 'We both changed something at once',
        answer: 'The first change counts. Yours is kept as a draft: put it on top, or drop it.',
      },
      {
        question: 'The other person isn’t there',
        answer:
          'Propose anyway. The table stays open for two weeks after the last word, and the bell tells you when they answer.',
      },
      {
        question: 'I lost the connection, or was signed out',
        answer: 'What you put together or typed is kept, after a reload as well. Nothing is sent until you send it.',
      },
      {
        question: 'The offer isn’t what we agreed on',
        answer:
          'Every difference is shown in red and in words, and Accept waits until you have ticked each one. If you didn’t expect it, decline: your NFTs stay where they are.',
      },
      {
        question: 'Someone I don’t want to trade with',
        answer: `Block, below the table, ends your tables and calls with an address and lets no new ones begin. Report tells us which table, and sends only what you write. Who may open a table with you at all, anyone, people you know or nobody, you choose under ${pageNames.pending}.`,
      },
      {
        question: 'They ask for a seed phrase, or send a link',
        answer:
          'Nobody at a table needs a seed phrase or a private key. The page puts a warning next to such lines, and no link in them can be pressed. Text is deleted 90 days after a table has closed.',
      },
    ],
    figures: [
      {
        picture: 'change',
        alt: 'A table a moment after a change: one NFT under You get is ringed in blue, a blue strip below it says what was added and that the tick was cleared, and on the slip the button says Changed. Look again.',
        caption: 'What has just changed is marked at its place, on the slip, and in words.',
      },
    ],
  },
  {
    id: 'escrow',
    title: pageNames.escrow,
    paragraphs: [
      `${pageNames.escrow}, in your account’s menu, lists everything of yours that the contract holds. It is read from the chain, and works even while our server is down.`,
      'Bring home takes back what can come now, one transaction after the other, and tells you how many there are and what they cost before you press. If you refuse one in your wallet, the others wait until you press again. Your open offers stay as they are unless you tick the box.',
    ],
    list: [
      'Still offered: cancel. You only pay gas.',
      'Expired: bring it home for the platform fee and gas. After 30 more days it costs no fee, and anyone may send it to you.',
      'Couldn’t be returned: the collection refused to move the NFT. Claim it as soon as it lets you; you only pay gas.',
      'Owed to you: AVAX that your wallet didn’t take. Send it to an address that does.',
    ],
    figures: [
      {
        picture: 'escrow',
        alt: 'The page My escrow: NFTs with Offered, Expired and Refused written on them, and on the slip next to them what can come home, what it costs, and one button.',
        caption: 'What the contract holds for you, and one button for all that can come home now.',
      },
    ],
  },
  {
    id: 'traders',
    title: 'Who you trade with',
    paragraphs: [
      `Press an address to see what it did here: open offers, completed trades, the collections that changed hands, when it was first and last seen. All of it is counted from the chain. ${product.name} doesn’t score anyone, because scores can be bought.`,
      'Your own page has a link and a code to share. Anyone who opens it can start a table with you, with your address already filled in. History and export lists every offer of yours, with a filter, and as a file for your books.',
    ],
    figures: [
      {
        picture: 'trader',
        alt: 'A trader’s page: collections traded, completed trades, first and last seen, and next to them the slip Trade with me with a QR code and the button Open a table.',
        caption: 'Counts and days, from the contract’s events.',
      },
    ],
  },
  {
    id: 'contacts',
    title: 'Names for people',
    paragraphs: [
      'Press Add to contacts next to an address and give it a name. From then on the name is shown before the address, and typing it finds the address. Only you see it: it never leaves this browser. Export writes your contacts to a file, Import reads them in another browser.',
      'An address that begins and ends like one you know, but is another, stops you until you have compared both in full. Scammers make such addresses and hope that you copy the wrong one. Choose the one you know, unless you are sure.',
      'Where this site reads them, you can type a name that ends in .avax or .eth. The page shows the whole address that it leads to, and waits until you press Use this address.',
    ],
  },
  {
    id: 'without-us',
    title: `Getting your NFTs back without ${product.name}`,
    paragraphs: [
      'The contract needs no website. You need its address, which your wallet shows in the transaction that created the offer, and the offer’s id: 0x and 64 characters, the last part of the offer’s link.',
    ],
    steps: [
      'Open the contract on a block explorer, choose “Write contract”, and connect your wallet there.',
      'Before the offer expires: call cancelSwapOffer with the id. Send no AVAX along.',
      'After it has expired: look up fee under “Read contract”, then call cancelExpiredOffer with the id and exactly that fee as its value. The fee is in wei: 10000000000000000 is 0.01 AVAX.',
      '30 days after that, anyone may call sendHome with the id, free.',
      'If an NFT stayed behind, anyone may call claimReturned with the id, free. It goes to you.',
    ],
  },
  {
    id: 'wallet',
    title: 'When the wallet says no',
    answers: [
      {
        question: 'No wallet is listed',
        answer:
          'Install a wallet for your browser, unlock it, and load the page again. On a phone, choose your wallet’s app in the list, or open this page in the app’s own browser.',
      },
      {
        question: 'Your wallet is on another network',
        answer:
          'Press the button in place of the main one. The page asks your wallet to add Avalanche C-Chain and switch to it.',
      },
      {
        question: walletMessages.otherNetwork.text,
        answer: walletMessages.otherNetworkDetail,
      },
      {
        question: walletMessages.requestPending,
        answer:
          'Open the wallet: it waits for your answer to an earlier request, perhaps behind its icon in the toolbar.',
      },
      {
        question: dealMessages.reconnect.text,
        answer: 'The wallet is locked, or no longer shows this account to the page. Unlock it, then connect again.',
      },
    ],
  },
  {
    id: 'transactions',
    title: 'When a transaction goes wrong',
    answers: [
      {
        question: failureMessages.rejected.text,
        answer: 'You, or the wallet, said no. Nothing was sent.',
      },
      {
        question: dealMessages.approveFirst.text,
        answer:
          'The contract may not take an NFT that you put on the table. Press the slip’s Approve button until it asks for nothing more, then create the offer again.',
      },
      {
        question: failureMessages.reasonGas,
        answer: 'Your wallet needs some AVAX on top of the platform fee. The slip shows the total; have a little more.',
      },
      {
        question: failureMessages.reasonPending,
        answer: 'Wait for the earlier transaction, or speed it up or cancel it in your wallet. Then try again.',
      },
      {
        question: failureMessages.reasonNonce,
        answer:
          'Your wallet’s transaction count is out of step, usually because a transaction got stuck. Clear the account’s activity in its settings; you lose no coins and no NFTs.',
      },
      {
        question: failureMessages.timedOut.text,
        answer:
          'The network didn’t answer in time. Before you try again, look at your wallet’s history: a transaction listed there may still go through.',
      },
      {
        question: failureMessages.waitFailed.title ?? '',
        answer: failureMessages.waitFailed.text,
      },
      {
        question: approvalMessages.approvalMayBeProcessing.title ?? '',
        answer: 'Some collections are slow to confirm. Come back in a few minutes; don’t approve twice.',
      },
      {
        question: failureMessages.probablySubmitted.text,
        answer:
          'Your wallet says that it has sent this before. The offer leaves your list for ten minutes. If it is still open on the chain then, it comes back.',
      },
      {
        question: 'Where are my NFTs and coins?',
        answer: `What you offered is in escrow until the offer ends. ${pageNames.escrow}, in your account’s menu, brings it home.`,
      },
      {
        question: 'The page, the browser or the computer crashed or closed in the middle',
        answer: `What you signed goes through without you. Open ${product.name} again: it reads the chain.`,
      },
      {
        question: offerMessages.chainDiffers.text,
        answer: 'Our records lag behind, or were tampered with. Wait a minute and look again. Only the chain counts.',
      },
    ],
  },
  {
    id: 'trust',
    title: 'Before you accept',
    list: [
      'A picture proves nothing. Look at the mark next to the collection’s name, and at the contract.',
      'You have to confirm each NFT of an unknown contract before you can accept. If in doubt, don’t.',
      'Read the request in your wallet too. It asks for the platform fee and the AVAX you offer, nothing else.',
      'We will never ask for your recovery phrase, or write to you first.',
    ],
  },
]

/** The same, and the way to the operator's help where there is one. */
export function sectionsLater(): readonly Section[] {
  const href = builtFor()?.supportUrl
  return href === undefined ? helpLater : [...helpLater, { ...support, link: { href, text: support.link } }]
}

const support = {
  id: 'support',
  title: 'Ask a person',
  paragraphs: [`If the answer isn’t on this page, ask the people who run ${product.name} here.`],
  link: 'Get support',
} as const
