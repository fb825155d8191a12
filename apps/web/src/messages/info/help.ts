import { product } from '@parley/domain'
import { approvalMessages } from '../general/approvals.ts'
import { dealMessages } from '../general/deal.ts'
import { failureMessages } from '../general/failures.ts'
import { offerMessages } from '../general/offers.ts'
import { walletMessages } from '../general/wallet.ts'
import type { Article } from './Article.ts'

export const help: Article = {
  title: 'Help',
  lead: 'Fees, approvals, time, and what to do when something does not work.',
  sections: [
    {
      id: 'fees',
      title: 'Fees',
      paragraphs: [
        'There is one platform fee, between 0.01 and 0.05 AVAX. It is read from the contract and shown on the slip before you sign, and 0.05 is the most that the contract will ever ask: the limit was fixed when it was made. The fee is never refunded.',
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
        `${approvalMessages.approvalScope.text} It is one transaction for each collection.`,
        'An approval alone moves nothing. The contract takes an NFT only in the very transaction in which you create or accept an offer that names it. When you are done trading, revoke under Advanced: that is a transaction too, and it puts things back as they were.',
      ],
    },
    {
      id: 'expiry',
      title: 'Expiry',
      paragraphs: [
        'Time counts by the chain’s own clock, up to and including the second on the slip. After that nobody can accept. The NFTs wait in the contract until you recover them or your friend returns them to you.',
        'A five-minute offer is for two people who are both at their screens. If in doubt, choose a day.',
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
        'After it has expired: look up fee under “Read contract”, then call cancelExpiredOffer with the id and exactly that fee as its value. The fee is written in the smallest unit, eighteen places after the point: 10000000000000000 is 0.01 AVAX.',
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
            'Install a wallet for your browser, unlock it, and load the page again. On a phone, open this page in the browser of your wallet’s app.',
        },
        {
          question: 'Your wallet is on another network',
          answer:
            'Press the button that stands in place of the main one. The page asks your wallet to switch to Avalanche C-Chain, and to add it where it is not known.',
        },
        {
          question: walletMessages.otherNetwork.text,
          answer: walletMessages.otherNetworkDetail.text,
        },
        {
          question: walletMessages.requestPending.text,
          answer:
            'Open the wallet itself: it waits for your answer to an earlier question. Some hide it behind their icon in the toolbar.',
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
          answer: 'You, or the wallet, said no. Nothing was sent, and your NFTs are where they were.',
        },
        {
          question: dealMessages.approveFirst.text,
          answer:
            'The contract may not take an NFT that you put on the table. Press the slip’s Approve button until it asks for nothing more, then create the offer again.',
        },
        {
          question: failureMessages.reasonGas.text,
          answer:
            'Your wallet needs some AVAX beside the platform fee. The slip shows the total; have a little more than that.',
        },
        {
          question: failureMessages.reasonPending.text,
          answer: 'Wait for the earlier transaction, or speed it up or cancel it in your wallet. Then try again.',
        },
        {
          question: failureMessages.reasonNonce.text,
          answer:
            'Your wallet’s transaction count is out of step, usually because a transaction got stuck. Its settings have an entry that clears the activity of the account: that loses no coin and no NFT.',
        },
        {
          question: failureMessages.timedOut.text,
          answer:
            'The network did not answer in time. Look at the history in your wallet before you try again: if it shows the transaction, it may still go through, and this page then shows it by itself.',
        },
        {
          question: failureMessages.waitFailed.title ?? '',
          answer: failureMessages.waitFailed.text,
        },
        {
          question: approvalMessages.approvalMayBeProcessing.title ?? '',
          answer:
            'Some collections are slow to confirm. Come back in a few minutes; there is no need to approve twice.',
        },
        {
          question: failureMessages.probablySubmitted.text,
          answer:
            'Your wallet says that it has sent this before. The offer leaves your list for ten minutes. If it is still open on the chain then, it comes back.',
        },
        {
          question: 'The page, the browser or the computer went away in the middle',
          answer: `What was signed goes on without you, what was not has not happened. Open ${product.name} again: it reads the chain and shows what is true.`,
        },
        {
          question: offerMessages.chainDiffers.text,
          answer:
            'Our records lag behind, or somebody has tampered with them. Wait a minute and look again. The chain is what counts, and you cannot accept by mistake meanwhile.',
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
