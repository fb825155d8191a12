import type { ChainFailure } from '@parley/chain'
import type { Address } from '@parley/domain'
import { isAddress, isHex } from 'viem/utils'
import type { Messages } from './catalogue.ts'
import type { Formatter } from './format.ts'

/** The arguments of a contract's error, read by position; a missing or odd one reads as nothing. */
class Arguments {
  readonly #values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.#values = values
  }

  address(index: number): Address {
    const value = this.#values[index]
    return typeof value === 'string' && isAddress(value) ? value : '0x0000000000000000000000000000000000000000'
  }

  number(index: number): bigint {
    const value = this.#values[index]
    return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n
  }

  text(index: number): string {
    const value = this.#values[index]
    return typeof value === 'string' ? value : ''
  }

  hex(index: number): string {
    const value = this.#values[index]
    return isHex(value) ? value : '0x'
  }
}

type Explanation = (args: Arguments, formatter: Formatter) => string

const nftAt =
  (sentence: (nft: string) => string): Explanation =>
  (args, formatter) =>
    sentence(formatter.nft(args.address(0), args.number(1)))

/** Each refusal of the escrow, and the standard ones of NFT contracts, in words. A test walks the ABI and misses none. */
export const contractErrors: Readonly<Record<string, Explanation>> = {
  WrongValue: (args, { coin }) =>
    `The platform fee is ${coin(args.number(1))} now, and ${coin(args.number(0))} came along. Try again with the new fee.`,
  FeeAboveMax: (args, { coin }) =>
    `The fee may not be above ${coin(args.number(1))}; ${coin(args.number(0))} was asked for.`,
  MaxFeeTooLarge: (args, { coin }) => `A ceiling of ${coin(args.number(0))} is more than the contract can keep.`,
  NoFees: () => 'No fees to withdraw. Contract balance is 0',
  PayoutRefused: (args, { short, coin }) =>
    `The wallet ${short(args.address(0))} refused the payout of ${coin(args.number(1))}.`,

  NoCoinsOwed: () => 'The swap contract owes this wallet no coins.',
  CoinsToZeroAddress: () => 'The zero address takes no coins.',
  CoinsRefused: (args, { short, coin }) => `The address ${short(args.address(0))} refused the ${coin(args.number(1))}.`,

  NotOwner: (args, { short }) => `Only the contract owner (${short(args.address(1))}) can do this.`,
  NotPendingOwner: (args, { short }) => `Only the proposed owner (${short(args.address(1))}) can take over.`,
  ZeroOwner: () => 'The contract needs an owner.',
  NotCreator: (args, { short }) => `Only the creator of the offer (${short(args.address(2))}) can cancel it.`,
  NotRecipient: (args, { short }) => `This offer is for ${short(args.address(2))}, and only that wallet can accept it.`,
  NotParty: () => 'Only the creator and the recipient can return an expired offer.',
  Reentered: () => 'One of the collections called the swap contract back in the middle of this.',

  UnknownOffer: () => 'The swap contract knows no offer with this id.',
  OfferClosed: (args) =>
    args.number(1) === 2n
      ? 'The offer has already been accepted.'
      : 'The offer has already been cancelled or returned.',
  OfferExpired: () => 'The offer has expired. It can only be returned to its creator now.',
  OfferNotExpired: () => 'The offer hasn’t expired yet.',
  TooEarlyToSendHome: () => 'Anyone can return this offer, but only 30 days after it expired.',
  NotWaiting: () => 'None of these NFTs is left in the escrow.',
  NothingToClaim: () => 'Nothing of this offer is left in the escrow.',
  NothingReturned: () =>
    'The collections still don’t let go of what is left in the escrow. It stays safe there; try again later.',

  CreationPaused: () => 'New offers are paused. Existing offers can still be accepted, cancelled and recovered.',
  OfferNumbersSpent: () => 'This swap contract can take no new offers.',
  EmptySide: () => 'Each side of an offer needs at least one NFT.',
  NoCoins: () => 'This offer has no coins on either side.',
  NoNfts: () => 'A deal needs at least one NFT.',
  TooManyCoins: (args, { coin }) => `A side can have up to ${coin(args.number(1))}; there are ${coin(args.number(0))}.`,
  UnequalArrays: () => 'The lists of contracts and token ids have different lengths.',
  TooManyNfts: (args) => `An offer can have up to ${args.number(1)} NFTs per side; there are ${args.number(0)}.`,
  DurationOutOfRange: (args) => `An offer can stay open for up to ${args.number(1) / 86_400n} days.`,
  DuplicateNft: nftAt((nft) => `${nft} is listed twice.`),
  NftOnBothSides: nftAt((nft) => `${nft} is listed on both sides.`),
  NotErc721: (args, { short, collection }) =>
    `${collection(args.address(0))} (${short(args.address(0))}) is no NFT collection that can be swapped.`,

  RequestedNftUnowned: nftAt((nft) => `Nobody owns ${nft}.`),
  RequestedFromSeveral: (args, { nft, short }) =>
    `The NFTs you ask for belong to different wallets: ${nft(args.address(0), args.number(1))} to ${short(args.address(2))}, the first to ${short(args.address(3))}. Ask one person at a time.`,
  RequestedFromYourself: nftAt((nft) => `${nft} is your own. Ask for something of your friend's.`),
  RequestedFromEscrow: nftAt((nft) => `${nft} is held by another offer right now.`),
  RequestedFromCollection: (args, { collection }) =>
    `What you ask for belongs to the contract of ${collection(args.address(0))} itself, which can never accept.`,

  RecipientDiffers: (args, { short }) => `The requested NFTs belong to ${short(args.address(1))}.`,
  RecipientMissing: () => 'Name the wallet that may accept.',
  RecipientIsCreator: () => 'You can’t make an offer to yourself.',
  RecipientIsEscrow: () => 'The swap contract itself can accept no offer.',
  RecipientIsCollection: (args, { collection }) =>
    `The contract of ${collection(args.address(0))} itself can accept no offer.`,

  HeldByOffer: nftAt((nft) => `Another offer still holds ${nft}. That one has to be closed first.`),
  TransferFailed: nftAt(
    (nft) => `The collection refused to move ${nft}. It may not be approved, or its transfers may be stopped.`,
  ),
  NotReceived: nftAt((nft) => `The collection said that it moved ${nft}, but it didn’t arrive.`),
  AnswerTooExpensive: nftAt((nft) => `Asking the collection who owns ${nft} takes too much gas.`),
  NotEnoughGas: (args) => `Too little gas: ${args.number(1)} is needed and ${args.number(0)} was left.`,
  DeploymentFailed: () => 'The gas ran out while the offer was written down. Try again, or with fewer NFTs.',
  UnexpectedNft: nftAt((nft) => `${nft} was sent to the swap contract outside of an offer.`),

  ERC721InvalidOwner: () => 'A collection was asked about an owner that can’t exist.',
  ERC721NonexistentToken: (args) => `There is no NFT #${args.number(0)} in this collection.`,
  ERC721IncorrectOwner: (args, { short }) => `NFT #${args.number(1)} belongs to ${short(args.address(2))}.`,
  ERC721InvalidSender: () => 'The collection doesn’t let this wallet send.',
  ERC721InvalidReceiver: (args, { short }) =>
    `The wallet ${short(args.address(0))} can’t receive NFTs of this collection.`,
  ERC721InsufficientApproval: (args) => `The swap contract isn’t approved to move NFT #${args.number(1)}.`,
  ERC721InvalidApprover: () => 'Only the owner of an NFT can approve it.',
  ERC721InvalidOperator: () => 'The collection doesn’t allow this approval.',

  Error: (args) => `The contract says: ${args.text(0)}`,
  Panic: (args) => `A contract failed inside (panic ${args.hex(0) === '0x' ? args.number(0) : args.hex(0)}).`,
}

/** What a contract's refusal means, or null for one that we do not know. */
export function revertMessage(
  { name, args }: { readonly name: string | null; readonly args: readonly unknown[] },
  formatter: Formatter,
): string | null {
  const wording = name === null ? undefined : contractErrors[name]
  return wording ? wording(new Arguments(args), formatter) : null
}

const reasonKeys = {
  gas: 'reasonGas',
  funds: 'reasonGas',
  nonce: 'reasonNonce',
  nonceTooLow: 'reasonNonce',
  alreadyKnown: 'reasonPending',
  underpriced: 'reasonPending',
  rateLimited: 'reasonRateLimited',
  unreachable: 'reasonUnreachable',
  requestPending: 'requestPending',
  locked: 'walletLocked',
  chainMissing: 'reasonWrongChain',
  wrongChain: 'reasonWrongChain',
} as const

/** A failure of wallet or chain as one sentence. */
export function failureReason(failure: ChainFailure, messages: Messages, formatter: Formatter): string {
  if (failure.kind === 'reverted') return revertMessage(failure.revert, formatter) ?? messages.reasonReverted
  if (failure.kind === 'unknown') return failure.message || messages.unknownError
  if (failure.kind === 'rejected' || failure.kind === 'timedOut') return messages[failure.kind].text
  return messages[reasonKeys[failure.kind]]
}
