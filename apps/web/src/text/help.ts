import { product } from '@parley/domain'
import { approvalMessages, dealMessages, failureMessages } from './deal.ts'
import { offerMessages } from './offers.ts'
import { walletMessages, pageNames } from './frame.ts'
import type { Article } from '../features/info/ArticleView.tsx'

export const help: Article = {
  title: pageNames.help,
  lead: 'Fees, approvals, time, and what to do when something does not work.',
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
        `${approvalMessages.approvalScope} One transaction per collection.`,
        'An approval alone moves nothing. The contract takes an NFT only when you create or accept an offer that names it. When you’re done trading, revoke under Advanced, which is a transaction too.',
      ],
    },
    {
      id: 'expiry',
      title: 'Expiry',
      paragraphs: [
        'Time counts by the chain’s own clock. After the second on the slip, nobody can accept. The NFTs wait in the contract until you recover them or your friend returns them.',
        'A five-minute offer is for two people who are both at their screens. If in doubt, choose a day.',
      ],
    },
    {
      id: 'inbox',
      title: 'What needs you',
      paragraphs: [
        'The bell beside your wallet counts what waits for you: offers, tables, and what is still in escrow. Signed in, you see the same on every device, and can be notified while the page is closed. That ends with the sign-in.',
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
          answer:
            'Your wallet needs some AVAX on top of the platform fee. The slip shows the total; have a little more.',
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
            'The network did not answer in time. Before you try again, look at your wallet’s history: a transaction listed there may still go through.',
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
          question: 'The page, the browser or the computer went away in the middle',
          answer: `What you signed goes on without you. Open ${product.name} again: it reads the chain.`,
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
        'A picture proves nothing. Look at the mark beside the collection’s name, and at the contract.',
        'An NFT of an unknown contract has to be confirmed by itself before you can accept. If in doubt, do not.',
        'Read the request in your wallet too. It asks for the platform fee and the AVAX you offer, nothing else.',
        'Nobody from us will ever ask for your recovery phrase, or write to you first.',
      ],
    },
  ],
}
