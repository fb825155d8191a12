import type { Channel } from '../../src/text/message.ts'

/** The catalogue that a text belongs to. */
export type Portal = 'general' | 'aso' | 'detail'

/**
 * A text that the specification quotes. `whole`: the entry is exactly this. `begins`: the specification truncates it.
 * Placeholders are in braces. Without a channel, the specification names only the screen.
 */
export interface QuotedText {
  readonly text: string
  readonly portal: Portal
  readonly channel: Channel | 'inline'
  readonly form: 'whole' | 'begins' | 'within'
  /** The screen that shows it. */
  readonly where: string
  /** How a user gets to see it there. */
  readonly way: string
  /** The condition of the page's test that goes this way, where tests show it in several ways. */
  readonly when?: string | undefined
}

type Form = QuotedText['form']

/** Texts of a screen with the way to each; the form is added where it isn't `whole`. */
type Ways = Readonly<Record<string, string | readonly [way: string, form: Form, when?: string]>>

function quoted(where: string, portal: Portal, channel: QuotedText['channel'], ways: Ways): readonly QuotedText[] {
  return Object.entries(ways).map(([text, to]) => {
    const [way, form, when] = typeof to === 'string' ? ([to, 'whole'] as const) : to
    return { text, portal, channel, form, where, way, when }
  })
}

const connected = 'connect a wallet'
const fill = 'choose NFTs, name a friend, and press the main button'
const swap = 'swap page'
const lists = 'swap page, lists of offers'
const call = 'voice box'
const failing = 'create an offer'

/** Every text that sections 1, 2, 4, 5 and 8 of the specification quote, with the way to it. */
export const quotedTexts: readonly QuotedText[] = [
  ...quoted('list of wallets', 'general', 'inline', {
    'Metamask or other injected wallet': 'press CONNECT WALLET',
  }),
  ...quoted('header and landing page', 'general', 'inline', {
    'CONNECT WALLET': 'open any page without a wallet',
    'CONNECTING…': 'choose a wallet; until the wallet answers',
  }),
  ...quoted(swap, 'general', 'inline', {
    'wallet connected': connected,
    'refresh my NFTs': connected,
    "ENTER FRIEND'S ADDRESS.": `${connected}; no friend is named yet`,
    'INVALID ETH ADDRESS': 'type something else than an address',
    "NO NFT'S FOUND": 'name a friend whose wallet holds no supported NFT',
    'TRY DIFFERENT ADDRESS': 'name a friend whose wallet holds no supported NFT',
    'No Image': 'an NFT whose picture can’t be loaded, nor the second time',
    'CREATE SWAP OFFER': connected,
    'PROCESSING...': 'press the create or approve button; until it is done',
    'RECIPIENT ADDRESS': connected,
    EXPIRATION: connected,
    'Unknown Collection': 'have an NFT of an unsupported contract in a deal',
  }),
  ...quoted('swap page, approvals', 'general', 'inline', {
    'APPROVE COLLECTIONS FOR TRADING BEFORE CREATING OR ACCEPTING SWAP OFFERS.': 'open the approvals',
    'For security, you can revoke approvals when done trading.': 'open the approvals',
    'APPROVE NEXT COLLECTION': 'open the approvals',
    APPROVE: 'open the approvals, then Advanced; the collection is not approved',
    REVOKE: 'open the approvals, then Advanced; the collection is approved',
  }),
  ...quoted(lists, 'general', 'inline', {
    'Offers Sent By You': connected,
    'SYNC OFFERS': connected,
    'SYNCING...': 'press SYNC OFFERS; until the server answers',
    'Cancel Offer': 'have an open offer of your own',
    'Cancelling...': 'press Cancel Offer',
    'Offers Received': connected,
    'Accept Trade': 'receive an offer',
    'Return Expired': 'receive an offer, and let it expire',
    'Expired Offers - Recover NFTs': connected,
    'Recover NFTs from Escrow': 'let an offer of your own expire',
    'Processing...': 'press Accept Trade and confirm; until it is done',
    'Error displaying offer': 'an offer that can’t be drawn',
    'Error loading offers. Please try refreshing the page.': 'neither server nor chain answers, and no offer is known',
    'Your offer remains active. Please try again or use the Admin Panel for advanced recovery options.':
      'cancel an offer; the wallet fails to send',
    '+': ['an offer with more than four NFTs on a side', 'begins'],
  }),
  ...quoted(call, 'general', 'inline', {
    'VOICE CHAT': connected,
    '🎤 JOIN CALL': connected,
    CONNECTED: 'press JOIN CALL',
    MUTE: 'join a call',
    UNMUTE: 'join a call, press MUTE',
    LEAVE: 'join a call',
    'Share this page link with others to talk': 'join a call',
  }),
  ...quoted('ASO portal, tiles', 'aso', 'inline', {
    SELECTED: 'choose an NFT',
  }),
  ...quoted('ASO portal, lists of offers', 'aso', 'inline', {
    'For Your': 'receive an offer',
  }),
  ...quoted('My Pending Trades', 'general', 'inline', {
    Refresh: connected,
    'Create New': connected,
    'View Details': 'have any offer',
    'Active(': [connected, 'begins'],
    'Completed(': [connected, 'begins'],
  }),
  ...quoted('offer page', 'general', 'inline', {
    Offering: 'open an offer',
    Requesting: 'open an offer',
    'Cancel This Offer': 'open your own open offer',
    'Accept This Offer': 'open an offer made to you, holding what it asks for',
    "you don't own the requested NFT": 'open an offer that is not yours, without holding what it asks for',
    'View Other Offers': 'open a closed offer',
  }),
  ...quoted('Trade Stats', 'general', 'inline', {
    'Total Trades Completed': 'open the page',
    'Trades Last 24 Hours': 'open the page',
    'Last Updated': 'open the page',
    'Stats update every 4 hours and may include synthetic data.': 'open the page',
  }),
  ...quoted('owner’s panel', 'general', 'inline', {
    Owner: 'connect the owner’s wallet',
    'Not Owner': 'connect another wallet',
  }),
  ...quoted('dialog after creating', 'general', 'inline', {
    'Success!': fill,
    'Your offer was created successfully!': fill,
    'Would you like to share this trade offer on Twitter?': fill,
    'Share on Twitter': fill,
    Close: fill,
  }),
  ...quoted(failing, 'general', 'alert', {
    'Please connect your wallet first':
      'press CREATE SWAP OFFER on the create page without a wallet, or lock the wallet in the middle of it',
    'Please select an NFT to trade': 'nothing of yours is chosen',
    'Please select an NFT you want in return': 'nothing of theirs is chosen',
    "Please enter a valid friend's address": 'the address is none',
    'Wallet connection issue. Please reconnect your wallet.': 'the wallet doesn’t answer, or opens no account',
    'You need to approve NFTs for trading first. Please use the NFT Approval button above.':
      'a chosen collection is not approved',
    'You can only select up to 20 NFTs per side': 'choose a twenty-first NFT',
    'Your wallet is connected to another Avalanche network':
      'the wallet has the chain’s id, and reads a network without the escrow',
    "You don't own NFT #": ['a chosen NFT has left since it was read', 'begins'],
    'Cannot verify ownership of NFT #': ['the chain doesn’t say whose a chosen NFT is', 'begins'],
    "Warning: Offer was created on-chain but our database couldn't be updated": [
      'the server goes away between transaction and record',
      'begins',
    ],
    'Failed to create swap offer: ': ['wallet, contract or network refuses', 'begins'],
  }),
  ...quoted('create an offer, within the alert', 'general', 'inline', {
    'Unknown error': 'a failure that names no reason',
    'Transaction preparation failed: ': ['any other failure before it is sent', 'begins'],
    'Your NFTs remain in your wallet': ['any failure before it is sent', 'within'],
    'You rejected': ['reject it in the wallet', 'within'],
    'Contract execution failed': ['the wallet answers -32603', 'within'],
    gas: ['too little AVAX for the network fee', 'within'],
    nonce: ['the wallet counts its transactions wrongly', 'within'],
    'previous transaction is still pending': ['an earlier transaction is pending with a higher fee', 'within'],
  }),
  ...quoted('connecting', 'general', 'alert', {
    'No Web3 wallet found. Please install MetaMask or another Web3 wallet.':
      'press CONNECT WALLET in a browser without one, or choose one that has gone',
  }),
  ...quoted('any action but creating', 'general', 'alert', {
    'No wallet connected. Please connect your wallet first.': [
      'lock or disconnect the wallet while the page reads the chain before sending',
      'whole',
      'the wallet locks while the page reads the chain',
    ],
  }),
  ...quoted(lists, 'general', 'alert', {
    "You're not the creator of this offer": 'cancel an offer after changing to another account',
    'Offer not found in your received offers': 'accept an offer that is for another account on the chain',
    'Offer not found in your created offers': 'cancel an offer that the chain doesn’t know',
    'Your transaction may have been submitted. Please check your wallet history and refresh the page in a few minutes.':
      'cancel an offer; the wallet answers that it was sent already',
    'Sync completed: {N} created, {N} reactivated, {N} deactivated offers.': 'press SYNC OFFERS',
    'Sync failed: ': ['press SYNC OFFERS; the server refuses', 'begins'],
    'Error syncing offers: ': ['press SYNC OFFERS; the server doesn’t answer', 'begins'],
    'Your offer was cancelled successfully! Your NFT should be returned to your wallet shortly.': 'cancel an offer',
    'Expired offer returned successfully!': 'return or recover an expired offer',
    'Failed to accept offer: ': ['accept an offer; wallet or contract refuses', 'begins'],
    'Failed to return expired offer: ': ['return an expired offer; wallet or contract refuses', 'begins'],
    'Failed to cancel your offer on the blockchain: ': ['cancel an offer; wallet or contract refuses', 'begins'],
    'Failed to cancel your offer: ': ['cancel an offer; the chain can’t be read before', 'begins'],
  }),
  ...quoted('owner’s panel', 'general', 'alert', {
    'Please enter a valid fee amount': 'update the fee to something that is no number',
    'Invalid token ID': 'recover an NFT whose id is no number',
    'Only the contract owner can update fees': 'update the fee with another wallet',
    'Only the contract owner can perform emergency recovery': 'recover an NFT with another wallet',
    'No fees to withdraw. Contract balance is 0': 'withdraw when there is nothing',
    'NFT recovery failed: The contract does not own this NFT': 'recover an NFT that the contract doesn’t own',
    'You are not the contract owner': ['withdraw fees with another wallet', 'begins'],
  }),
  ...quoted('any page', 'general', 'toast', {
    'Wallet not connected': ['lock or disconnect the wallet in the wallet itself', 'whole', 'it locks or disconnects'],
    'Failed to check NFT approval status': 'the chain doesn’t say what is approved',
    'Wallet Connection Failed': 'connect; the wallet fails or says no',
    'Unable to connect to your wallet': 'connect; the wallet fails or says no',
    'Transaction Failed': ['approve a collection; the wallet fails', 'whole', 'an approval fails otherwise'],
    'Transaction was rejected in your wallet': 'any action but creating; reject it in the wallet',
    'The request timed out. The blockchain network may be congested - please try again later.':
      'any action but creating; the network answers 504',
    'Transaction Wait Failed': 'no receipt comes',
    'Transaction May Be Processing': 'approve The Face 1966; no receipt comes',
    'Offer accepted on blockchain': 'accept an offer; the server can’t record it',
    'Offer accepted!': 'accept an offer in the list',
  }),
  ...quoted(call, 'general', 'toast', {
    'Microphone access denied. Please allow microphone access to use voice chat.':
      'press JOIN CALL and deny the microphone',
  }),
  ...quoted('ASO portal', 'aso', 'inline', {
    'WALLET CONNECTED': connected,
    'APPROVE ASO NFTS': `${connected}; ASO is not approved`,
    'REVOKE ASO APPROVAL': `${connected}; ASO is approved`,
    'PROCESSING...': 'press the create or approve button; until it is done',
    'CHECKING ASO APPROVAL STATUS...': `${connected}; until the chain answers`,
    "YOUR ASO NFT'S": connected,
    "FRIEND'S ASO NFT'S": connected,
    "LOADING ASO NFT'S...": `${connected}; until the NFTs are read`,
    "NO ASO NFT'S FOUND.": 'connect a wallet without ASOs',
    "CONNECT WALLET WITH ASO NFT'S": 'connect a wallet without ASOs',
    "ENTER FRIEND'S ADDRESS.": `${connected}; no friend is named yet`,
    'INVALID ETH ADDRESS': 'type something else than an address',
    "NO ASO NFT'S FOUND": 'name a friend without ASOs',
    'TRY DIFFERENT ADDRESS': 'name a friend without ASOs',
    'CREATE ASO SWAP OFFER': connected,
    'ASO #': ['connect a wallet with ASOs', 'begins'],
  }),
  ...quoted('ASO portal, lists of offers', 'aso', 'inline', {
    'NO ASO OFFERS CREATED': `${connected}; no offer was sent`,
    'NO ASO OFFERS RECEIVED': `${connected}; no offer was received`,
    'Accept ASO Trade': 'receive an offer',
    'Expired ASO Offers - Recover NFTs': connected,
    'EXPIRED - ASO NFT in escrow': 'let an offer of your own expire',
    'Recover ASO NFT from Escrow': 'let an offer of your own expire',
    'Recovering ASO NFT...': 'press Recover ASO NFT from Escrow',
    'NO EXPIRED ASO OFFERS': 'open the expired offers when there are none',
  }),
  ...quoted('ASO portal, dialog after creating', 'aso', 'inline', { Tweet: fill }),
  ...quoted('ASO portal', 'aso', 'alert', {
    'Please select an ASO NFT to trade': 'create an offer; nothing of yours is chosen',
    'Please select an ASO NFT you want in return': 'create an offer; nothing of theirs is chosen',
    'You need to approve ASO NFTs for trading first. Please use the NFT Approval button above.':
      'create an offer; ASO is not approved',
    "You don't own ASO NFT #{id}. Owner is: {address}": 'create an offer; an NFT has left since it was read',
    'Failed to create ASO swap offer: {message}': 'create an offer; wallet, contract or network refuses',
    'Failed to accept ASO offer: {message}': 'accept an offer; wallet or contract refuses',
    'Failed to cancel your ASO offer: {message}': 'cancel an offer; wallet or contract refuses',
    'No valid ASO NFTs selected for your side of the trade': 'open a link whose NFTs to give are no ASOs',
    "No valid ASO NFTs selected for your friend's side of the trade": 'open a link whose wanted NFTs are no ASOs',
    'Your ASO offer was cancelled successfully!': 'cancel an offer',
  }),
  ...quoted('ASO portal', 'aso', 'toast', {
    'ASO Offer accepted!': 'accept an offer',
    'The ASO NFT trade has been completed successfully!': 'accept an offer',
    'Failed to update ASO NFT approval status': 'approve or revoke; the wallet fails',
    'Failed to check ASO NFT approval status. Please try again.': 'the chain doesn’t say what is approved',
    'Transaction was rejected in your wallet': 'approve or revoke; reject it in the wallet',
  }),
  ...quoted('offer page', 'detail', 'alert', {
    'Swap completed successfully! The NFTs have been exchanged.': 'accept the offer',
    'Failed to complete the swap. Please try again.': 'accept the offer; wallet or contract refuses',
    'Offer cancelled successfully! Your NFT has been returned to your wallet.': 'cancel the offer',
    'Failed to cancel the offer. Please try again.': 'cancel the offer; the chain goes away before it is asked',
  }),
  ...quoted('offer page', 'detail', 'toast', {
    "Cannot accept offer: You don't own the requested NFT or you created this offer":
      'accept the offer; a requested NFT has left since the page read it',
    'Failed to accept offer': 'accept the offer; wallet or contract refuses',
    'Failed to cancel offer': [
      'cancel the offer; wallet or contract refuses',
      'whole',
      'the wallet fails on its own page',
    ],
  }),
]

/** Quoted texts that are data, no messages. Each names its test by file and title. */
export const quotedData: readonly (QuotedText & { readonly test: readonly [file: string, title: string] })[] = [
  {
    text: 'ASOVERSE TRADING PORTAL',
    portal: 'aso',
    channel: 'inline',
    form: 'whole',
    where: 'ASO portal',
    way: 'open /ASOverse',
    test: ['e2e/specs/asoverse.spec.ts', 'connecting, and one approval that is given, taken back and refused'],
  },
  {
    text: '{collection} #{id}',
    portal: 'general',
    channel: 'inline',
    form: 'whole',
    where: swap,
    way: 'approve an NFT whose metadata has no name',
    test: [
      'e2e/specs/approval-step.spec.ts',
      'approving is the first step in the slip: only the NFT of the deal, then the offer is created',
    ],
  },
]
