import { type Address, type DealCoins, type Nft, noCoins, type OfferId, type TxHash } from '@parley/domain'
import { decodeEventLog, toEventSelector } from 'viem'
import { escrowCoinsAbi } from '../gen/escrowCoinsAbi.ts'
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
export interface EscrowLog {
  readonly address: Address
  readonly topics: readonly `0x${string}`[]
  readonly data: `0x${string}`
  readonly blockNumber: number
  /** Unix seconds. */
  readonly blockTimeS: number
  readonly txHash: `0x${string}`
  readonly logIndex: number
}

const offerEvents = [
  'SwapOfferCreated',
  'MultiSwapOfferCreated',
  'SwapOfferWithCoinsCreated',
  'SwapCompleted',
  'SwapCancelled',
  'ReturnFailed',
  'ReturnClaimed',
] as const

type OfferEventName = (typeof offerEvents)[number]
type EscrowItem = (typeof swapEscrowAbi)[number] | (typeof escrowCoinsAbi)[number]
type OfferEventItem = Extract<EscrowItem, { type: 'event'; name: OfferEventName }>

/** By the first topic, so that decoding a log costs no hashing. */
const itemsByTopic: ReadonlyMap<string, OfferEventItem> = new Map(
  [...swapEscrowAbi, ...escrowCoinsAbi].filter(isOfferEvent).map((item) => [toEventSelector(item), item]),
)

function isOfferEvent(item: EscrowItem): item is OfferEventItem {
  return item.type === 'event' && offerEvents.some((name) => name === item.name)
}

/** The first topics of every event that changes an offer. `SwapOfferCounts` says nothing that the creation does not. */
export const offerEventTopics: readonly `0x${string}`[] = offerEvents.map(topicOf)

/** The first topic of a cancellation, searched further back if an endpoint limits logs (decision C5). */
export const cancelledTopic: `0x${string}` = topicOf('SwapCancelled')

function topicOf(name: OfferEventName): `0x${string}` {
  const found = [...itemsByTopic].find(([, item]) => item.name === name)
  if (!found) throw new RangeError(`the escrow's ABI has no event ${name}`)
  return toEventSelector(found[1])
}

/** @returns what the log says of an offer; null for any other event of the escrow. */
export function decodeEscrowLog(log: EscrowLog): EscrowEvent | null {
  const [topic, ...rest] = log.topics
  const item = topic && itemsByTopic.get(topic)
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
