import {
  type Address,
  type Nft,
  noCoins,
  type Offer,
  type OfferId,
  type OwnerAction,
  type OwnerDeed,
  type TxHash,
} from '@parley/domain'
import { decodeEventLog, getAbiItem, toEventSelector } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

/** An event's position on chain. */
interface LogPlace {
  readonly block: number
  readonly logIndex: number
  readonly txHash: TxHash
  /** Block time, unix seconds. */
  readonly timeS: number
}

interface OfEvery {
  readonly offerId: OfferId
  /** The deployment that wrote it. */
  readonly escrow: Address
  readonly place: LogPlace
}

export interface OfferCreated
  extends OfEvery, Pick<Offer, 'creator' | 'recipient' | 'offered' | 'requested' | 'coins' | 'expiresAtS'> {
  readonly kind: 'created'
}

interface OfferSettled extends OfEvery {
  readonly kind: 'completed' | 'cancelled'
  readonly by: Address
}

/** An offered NFT stayed in the escrow when its offer was cancelled, or left it later (decision K7). */
interface ReturnChanged extends OfEvery {
  readonly kind: 'returnFailed' | 'returnClaimed'
  readonly nft: Nft
}

/** What an event of the escrow says about an offer, in the domain's words. */
export type EscrowEvent = OfferCreated | OfferSettled | ReturnChanged

/** An undecoded event log, with the time of its block. */
interface EscrowLog {
  readonly address: Address
  readonly topics: readonly `0x${string}`[]
  readonly data: `0x${string}`
  readonly blockNumber: number
  /** Unix seconds. */
  readonly blockTimeS: number
  readonly txHash: `0x${string}`
  readonly logIndex: number
}

type EscrowItem = (typeof swapEscrowAbi)[number]
type EventItem<Name> = Extract<EscrowItem, { type: 'event'; name: Name }>

/** The escrow's events of these names by their first topic, so that decoding a log costs no hashing. */
function eventsNamed<const Name extends string>(names: readonly Name[]): ReadonlyMap<`0x${string}`, EventItem<Name>> {
  const isNamed = (item: EscrowItem): item is EventItem<Name> =>
    item.type === 'event' && names.some((name) => name === item.name)
  return new Map(swapEscrowAbi.filter(isNamed).map((item) => [toEventSelector(item), item]))
}

const offerEvents = eventsNamed([
  'SwapOfferCreated',
  'MultiSwapOfferCreated',
  'SwapOfferWithCoinsCreated',
  'SwapCompleted',
  'SwapCancelled',
  'ReturnFailed',
  'ReturnClaimed',
])

/** The first topics of every event that changes an offer. `SwapOfferCounts` says nothing that the creation does not. */
export const offerEventTopics: readonly `0x${string}`[] = [...offerEvents.keys()]

/** The first topic of a cancellation, searched further back if an endpoint limits logs (decision C5). */
export const cancelledTopic: `0x${string}` = toEventSelector(getAbiItem({ abi: swapEscrowAbi, name: 'SwapCancelled' }))

/** What the three events of a creation have in common. */
interface CreationArgs {
  readonly creator: Address
  readonly recipient: Address
  readonly expiresAt: bigint
}

/** @returns what the log says of an offer; null for any other event of the escrow. */
export function decodeEscrowLog(log: EscrowLog): EscrowEvent | null {
  const [topic, ...rest] = log.topics
  const item = topic && offerEvents.get(topic)
  if (!item) return null
  const decoded = decodeEventLog({ abi: [item], topics: [topic, ...rest], data: log.data })
  const place = { block: log.blockNumber, logIndex: log.logIndex, txHash: log.txHash, timeS: log.blockTimeS }
  const common = { offerId: decoded.args.offerId, escrow: log.address, place }
  const createdBy = (args: CreationArgs, offered: Nft[], requested: Nft[], coins = noCoins): OfferCreated => {
    const { creator, recipient, expiresAt } = args
    return { ...common, kind: 'created', creator, recipient, offered, requested, coins, expiresAtS: Number(expiresAt) }
  }
  switch (decoded.eventName) {
    case 'SwapOfferCreated': {
      const { tokenA, tokenIdA, tokenB, tokenIdB } = decoded.args
      return createdBy(decoded.args, zipNfts([tokenA], [tokenIdA]), zipNfts([tokenB], [tokenIdB]))
    }
    case 'MultiSwapOfferCreated': {
      const { tokenAContracts, tokenAIds, tokenBContracts, tokenBIds } = decoded.args
      return createdBy(decoded.args, zipNfts(tokenAContracts, tokenAIds), zipNfts(tokenBContracts, tokenBIds))
    }
    case 'SwapOfferWithCoinsCreated': {
      const { a, b } = decoded.args
      const [offered, requested] = [zipNfts(a.nftContracts, a.tokenIds), zipNfts(b.nftContracts, b.tokenIds)]
      return createdBy(decoded.args, offered, requested, { offeredWei: a.coins, requestedWei: b.coins })
    }
    case 'SwapCompleted':
      return { ...common, kind: 'completed', by: decoded.args.acceptor }
    case 'SwapCancelled':
      return { ...common, kind: 'cancelled', by: decoded.args.by }
    case 'ReturnFailed':
    case 'ReturnClaimed': {
      const nft = { contract: decoded.args.nftContract, tokenId: decoded.args.tokenId }
      return { ...common, kind: decoded.eventName === 'ReturnFailed' ? 'returnFailed' : 'returnClaimed', nft }
    }
  }
}

function zipNfts(contracts: readonly Address[], tokenIds: readonly bigint[]): Nft[] {
  return contracts.map((contract, index) => ({ contract, tokenId: tokenIds[index] ?? 0n }))
}

const coinEvents = eventsNamed(['CoinsOwed', 'OwedCoinsTaken'])

/** Topics of the events about coins that a wallet refused. */
export const coinEventTopics: readonly `0x${string}`[] = [...coinEvents.keys()]

/** Coins that a wallet refused are owed to it, until it takes them. */
export interface OwedCoinsChange {
  readonly kind: 'coinsOwed' | 'owedCoinsTaken'
  readonly account: Address
  readonly amountWei: bigint
}

/** Decodes an event about owed coins; null for any other event of the escrow. */
export function decodeCoinsLog(log: Pick<EscrowLog, 'topics' | 'data'>): OwedCoinsChange | null {
  const [topic, ...rest] = log.topics
  const item = topic && coinEvents.get(topic)
  if (!item) return null
  const { eventName, args } = decodeEventLog({ abi: [item], topics: [topic, ...rest], data: log.data })
  const kind = eventName === 'CoinsOwed' ? 'coinsOwed' : 'owedCoinsTaken'
  return { kind, account: args.account, amountWei: args.amount }
}

const ownerEvents = eventsNamed([
  'FeeUpdated',
  'FeesWithdrawn',
  'CreationPausedSet',
  'EmergencyWithdrawn',
  'OwnershipTransferStarted',
  'OwnershipTransferred',
])

/** Topics of all events about the owner's actions. */
export const ownerEventTopics: readonly `0x${string}`[] = [...ownerEvents.keys()]

/** Decodes an owner event; null for any other event of the escrow. */
export function decodeOwnerLog(log: EscrowLog): OwnerAction | null {
  const [topic, ...rest] = log.topics
  const item = topic && ownerEvents.get(topic)
  if (!item) return null
  const deed = deedOf(decodeEventLog({ abi: [item], topics: [topic, ...rest], data: log.data }))
  return { deed, txHash: log.txHash, block: log.blockNumber, logIndex: log.logIndex, atS: log.blockTimeS }
}

type OwnerItem = typeof ownerEvents extends ReadonlyMap<string, infer Item> ? Item : never

function deedOf(event: ReturnType<typeof decodeEventLog<readonly [OwnerItem]>>): OwnerDeed {
  switch (event.eventName) {
    case 'FeeUpdated':
      return { kind: 'feeUpdated', oldWei: event.args.oldFee, newWei: event.args.newFee }
    case 'FeesWithdrawn':
      return { kind: 'feesWithdrawn', to: event.args.to, amountWei: event.args.amount }
    case 'CreationPausedSet':
      return { kind: event.args.paused ? 'creationPaused' : 'creationResumed' }
    case 'EmergencyWithdrawn': {
      const { nftContract, tokenId, to } = event.args
      return { kind: 'nftRecovered', nft: { contract: nftContract, tokenId }, to }
    }
    case 'OwnershipTransferStarted':
      return { kind: 'ownershipProposed', from: event.args.previousOwner, to: event.args.newOwner }
    case 'OwnershipTransferred':
      return { kind: 'ownershipPassed', from: event.args.previousOwner, to: event.args.newOwner }
  }
}
