import {
  type Address,
  type DealCoins,
  type Nft,
  noCoins,
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

export interface OfferCreated extends OfEvery {
  readonly kind: 'created'
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
  /** Unix seconds. */
  readonly expiresAtS: number
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

/** @returns what the log says of an offer; null for any other event of the escrow. */
export function decodeEscrowLog(log: EscrowLog): EscrowEvent | null {
  const [topic, ...rest] = log.topics
  const item = topic && offerEvents.get(topic)
  if (!item) return null
  const decoded = decodeEventLog({ abi: [item], topics: [topic, ...rest], data: log.data })
  const place = { block: log.blockNumber, logIndex: log.logIndex, txHash: log.txHash, timeS: log.blockTimeS }
  const common = { offerId: decoded.args.offerId, escrow: log.address, place }
  switch (decoded.eventName) {
    case 'SwapOfferCreated': {
      const { creator, recipient, tokenA, tokenIdA, tokenB, tokenIdB, expiresAt } = decoded.args
      const offered = zipNfts([tokenA], [tokenIdA])
      return {
        ...common,
        kind: 'created',
        creator,
        recipient,
        offered,
        requested: zipNfts([tokenB], [tokenIdB]),
        coins: noCoins,
        expiresAtS: Number(expiresAt),
      }
    }
    case 'MultiSwapOfferCreated': {
      const { creator, recipient, tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, expiresAt } = decoded.args
      const offered = zipNfts(tokenAContracts, tokenAIds)
      const requested = zipNfts(tokenBContracts, tokenBIds)
      const expiresAtS = Number(expiresAt)
      return { ...common, kind: 'created', creator, recipient, offered, requested, coins: noCoins, expiresAtS }
    }
    case 'SwapOfferWithCoinsCreated': {
      const { creator, recipient, a, b, expiresAt } = decoded.args
      const offered = zipNfts(a.nftContracts, a.tokenIds)
      const requested = zipNfts(b.nftContracts, b.tokenIds)
      const coins = { offeredWei: a.coins, requestedWei: b.coins }
      return {
        ...common,
        kind: 'created',
        creator,
        recipient,
        offered,
        requested,
        coins,
        expiresAtS: Number(expiresAt),
      }
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
