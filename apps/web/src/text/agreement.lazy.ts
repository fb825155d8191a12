import { coinText, type DeclineReason } from '@parley/domain'

/** Texts of locking an agreed deal in. */
export const lockInText = {
  lockIn: 'Lock it in',
  locking: 'Locking it in',
  cost: 'Fee and gas, about',
  fine: (what: string, other: string) =>
    `${what} into escrow until ${other} accepts, you cancel, or it expires. Exactly these terms; no one can change them then.`,
  goes: (nfts: number, wei: bigint) => {
    if (nfts === 0) return `Your ${coinText(wei)} go`
    const things = `Your ${nfts === 1 ? 'NFT' : `${nfts} NFTs`}`
    if (wei > 0n) return `${things} and ${coinText(wei)} go`
    return nfts === 1 ? `${things} goes` : `${things} go`
  },
  underWay: 'Your transaction is on its way. You can close this page; it will still go through.',
  done: 'It is locked in. The table will show it in a moment.',
  accepted:
    'Your earlier offer was accepted before you took it back. That swap is done, so there is nothing to lock in.',
  seeOld: 'See the swap',
  reading: 'Reading your earlier offer',
  unreadable: 'Your earlier offer couldn’t be read, so we don’t know where its NFTs are. Nothing has changed.',
  tryAgain: 'Try again',
  steps: 'Two transactions',
  takeBack: 'Take your earlier offer back',
  takeBackNow: (count: number) =>
    `Its ${count === 1 ? 'NFT comes' : `${count} NFTs come`} from the escrow to your wallet. No platform fee, only network gas.`,
  takeBackLate: 'It has expired, so taking it back costs the platform fee. Everything comes to your wallet.',
  takeBackDone: 'Taken back. What you offered is in your wallet.',
  claim: 'Fetch what stayed in escrow',
  claimNow: 'A collection didn’t let everything go. Network gas only; the rest is in your wallet already.',
  create: 'Lock in what you agreed',
  createLater: 'Until then everything is in your wallet. You can stop between the two and continue later.',
  createNow: 'Everything is in your wallet. It goes into escrow with the new offer.',
} as const

/** Texts of comparing an offer with what was agreed. */
export const compareText = {
  agreed: 'You agreed',
  version: (number: number, when: string) => `Version ${number}, both ready ${when}`,
  says: 'The offer says',
  onChain: (id: string) => `${id}, checked on chain`,
  label: 'What you agreed next to what the offer says',
  get: 'You get',
  give: 'You give',
  coins: 'Coins',
  expires: 'Expires',
  afterLockIn: (duration: string) => `${duration} after lock-in`,
  until: (duration: string, when: string) => `${duration}, ${when}`,
  same: 'The same',
  differs: 'Different',
  missing: 'Not in it',
  anyway: (why: string) => `${why} Accept it anyway.`,
  tell: (other: string) => `Tell ${other} it’s not what we agreed`,
  telling: 'Telling them',
  notTold: 'Your note wasn’t sent. Try again, or write at the table.',
  note: (why: string) => `This offer isn’t what we agreed. ${why}`,
  sum: (differences: number, matches: number) =>
    `${differences === 0 ? 'No difference' : `${differences} ${differences === 1 ? 'difference' : 'differences'}`}, ${matches} match. Nothing moves until you sign.`,
  tickFirst: 'Tick each difference first, or tell them.',
  exact: 'The offer is exactly what you agreed at your table.',
  compare: 'Compare',
  yoursDiffers: 'Your open offer differs from what was agreed here.',
  theirsDiffers: (who: string) =>
    `${who} made an offer that differs from what was agreed here. Compare before you accept anything.`,
  yoursDiffersFromAgreed: 'Your open offer differs from what was agreed.',
  theirsDiffersFromAgreed: (who: string) => `${who} made an offer that differs from what was agreed.`,
  atTable: 'You two are talking about a deal at a table.',
  counteredAt: 'You two are talking about a counter to this offer at a table.',
  openTable: 'Open the table',
  signIn: 'Agreed on this at a table? Sign in to compare.',
  unread: 'Your tables couldn’t be read, so this offer isn’t compared with what you agreed.',
  acceptUnread: 'We couldn’t compare this offer with what you agreed. I have read it and want exactly this.',
  tickUnread: 'Compare it again, or tick the box above.',
  compareAgain: 'Compare again',
  otherNft: (name: string, agreed: string, offer: string, isGiven: boolean) =>
    `Another ${name}. You agreed on ${agreed}, the offer ${isGiven ? 'asks for' : 'holds'} ${offer}.`,
  notAgreed: (name: string, isGiven: boolean) =>
    isGiven
      ? `You didn’t agree to give ${name}. The offer asks for it.`
      : `You didn’t agree on ${name}. The offer adds it.`,
  leftOut: (name: string, isGiven: boolean) =>
    isGiven
      ? `You agreed to give ${name}. The offer doesn’t ask for it.`
      : `You agreed on ${name}. The offer doesn’t hold it.`,
  otherCoins: (agreed: string, offer: string, isGiven: boolean) =>
    `You agreed on ${agreed}. The offer ${isGiven ? 'asks for' : 'holds'} ${offer}.`,
  otherDuration: (agreed: string, offer: string) => `You agreed on ${agreed}. The offer lasts ${offer}.`,
} as const

/** Reasons to decline, as the person who declines picks them, and as the other one reads them. */
export const declineReasonText = {
  'not-for-me': 'Not for me',
  'too-little': 'Too little for what I give',
  'other-nft': 'I’d rather have another NFT',
  'not-now': 'Not now',
  'unknown-person': 'I don’t trade with people I don’t know',
  'own-words': 'In my own words',
} as const satisfies Record<DeclineReason, string>

/** A reason as both read it. The words in it are plain text: links in them can't be clicked. */
export function declineWords({ reason, text }: { readonly reason: DeclineReason; readonly text: string }): string {
  if (text === '') return declineReasonText[reason]
  return reason === 'own-words' ? `“${text}”` : `${declineReasonText[reason]}: “${text}”`
}

/** Texts of a short text to another person. */
export const noteText = {
  count: (count: number, most: number) => `${count} of ${most}`,
} as const

/** Texts of declining an offer in escrow. */
export const declineText = {
  decline: 'Decline',
  declining: 'Declining',
  title: 'Decline this offer?',
  lead: 'The creator is notified right away, with your reason. The offer stays on chain until they take it back or it expires; you can still accept it.',
  reason: 'Reason',
  words: 'Your words',
  wordsHint: 'Plain text, for the creator alone.',
  keep: 'Keep it',
  signInFirst: 'So that no one else declines in your name, your wallet signs in first. That costs nothing.',
  failed: 'The server didn’t take it. Nothing has changed; try again.',
  refusals: {
    'no-such-offer': 'Our server doesn’t know this offer yet. Try again in a moment.',
    lapsed: 'The offer has expired, so there is nothing to decline.',
    closed: 'The offer is closed already.',
  },
  byThem: (who: string, when: string) => `${who} declined this offer, ${when}.`,
  byYou: (when: string) => `You declined this offer, ${when}. You can still accept it while it is open.`,
  unread: (reason: string) => `${reason}. They wrote something, too.`,
  signInToRead: 'Sign in to read it',
  stillHeld: 'What you offered is still in escrow.',
  takeBack: 'Take it back',
  declined: 'Declined',
  declinedBrief: (why: string) => `Declined. ${why}`,
  counter: 'Counter',
  change: 'Change it',
  counterFine: 'Opens a table with these terms. The offer stays as it is until you both agree.',
} as const
