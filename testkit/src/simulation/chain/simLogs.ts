import { swapEscrowAbi } from '@parley/chain'
import { type Address, type Nft, noCoins, sameCoins } from '@parley/domain'
import { encodeAbiParameters, encodeEventTopics, erc721Abi, type Hex } from 'viem'
import type { SimOffer } from './SimState.ts'

/** A log before it has its place in a block. */
export interface DraftLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

const lists = [
  { type: 'address[]' },
  { type: 'uint256[]' },
  { type: 'address[]' },
  { type: 'uint256[]' },
  { type: 'uint256' },
] as const
const pair = [
  { type: 'address' },
  { type: 'uint256' },
  { type: 'address' },
  { type: 'uint256' },
  { type: 'uint256' },
] as const

const sides = swapEscrowAbi
  .flatMap((item) => (item.type === 'event' && item.name === 'SwapOfferWithCoinsCreated' ? item.inputs : []))
  .filter((input) => !('indexed' in input))

/** The events of a new offer: one for one NFT on each side, another for more, a third with coins. */
export function createdLogs(escrow: Address, offer: SimOffer): DraftLog[] {
  if (!sameCoins(offer.coins, noCoins)) return [createdWithCoinsLog(escrow, offer)]
  const args = { offerId: offer.id, creator: offer.creator, recipient: offer.recipient }
  const expiresAt = BigInt(offer.expiresAtS)
  const [given, wanted] = [offer.offered[0], offer.requested[0]]
  const isPair = offer.offered.length === 1 && offer.requested.length === 1
  const eventName = isPair ? 'SwapOfferCreated' : 'MultiSwapOfferCreated'
  const data =
    isPair && given && wanted
      ? encodeAbiParameters(pair, [given.contract, given.tokenId, wanted.contract, wanted.tokenId, expiresAt])
      : encodeAbiParameters(lists, [...columns(offer.offered), ...columns(offer.requested), expiresAt])
  const counts = [BigInt(offer.offered.length), BigInt(offer.requested.length)] as const
  return [
    { address: escrow, topics: topicsOf(encodeEventTopics({ abi: swapEscrowAbi, eventName, args })), data },
    {
      address: escrow,
      topics: topicsOf(
        encodeEventTopics({ abi: swapEscrowAbi, eventName: 'SwapOfferCounts', args: { offerId: offer.id } }),
      ),
      data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], counts),
    },
  ]
}

function createdWithCoinsLog(escrow: Address, offer: SimOffer): DraftLog {
  const { id: offerId, creator, recipient, offered, requested, coins, expiresAtS } = offer
  const args = { offerId, creator, recipient }
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName: 'SwapOfferWithCoinsCreated', args })
  const side = (nfts: readonly Nft[], wei: bigint) => {
    const [nftContracts, tokenIds] = columns(nfts)
    return { nftContracts, tokenIds, coins: wei }
  }
  const values = [side(offered, coins.offeredWei), side(requested, coins.requestedWei), BigInt(expiresAtS)]
  return { address: escrow, topics: topicsOf(topics), data: encodeAbiParameters(sides, values) }
}

/** Coins that a wallet refused. */
export function coinsOwedLog(escrow: Address, { id: offerId }: SimOffer, account: Address, wei: bigint): DraftLog {
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName: 'CoinsOwed', args: { offerId, account } })
  return { address: escrow, topics: topicsOf(topics), data: encodeAbiParameters([{ type: 'uint256' }], [wei]) }
}

export function owedCoinsTakenLog(escrow: Address, account: Address, to: Address, wei: bigint): DraftLog {
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName: 'OwedCoinsTaken', args: { account, to } })
  return { address: escrow, topics: topicsOf(topics), data: encodeAbiParameters([{ type: 'uint256' }], [wei]) }
}

export function feesWithdrawnLog(escrow: Address, to: Address, wei: bigint): DraftLog {
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName: 'FeesWithdrawn', args: { to } })
  return { address: escrow, topics: topicsOf(topics), data: encodeAbiParameters([{ type: 'uint256' }], [wei]) }
}

export function completedLog(escrow: Address, { id: offerId, recipient: acceptor }: SimOffer): DraftLog {
  const args = { offerId, acceptor }
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName: 'SwapCompleted', args })
  return { address: escrow, topics: topicsOf(topics), data: '0x' }
}

export function cancelledLog(escrow: Address, { id: offerId }: SimOffer, by: Address): DraftLog {
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName: 'SwapCancelled', args: { offerId, by } })
  return { address: escrow, topics: topicsOf(topics), data: '0x' }
}

/** An NFT that could not be returned, or that was fetched later. */
export function returnLog(
  escrow: Address,
  eventName: 'ReturnFailed' | 'ReturnClaimed',
  { id: offerId }: SimOffer,
  nft: Nft,
): DraftLog {
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName, args: { offerId } })
  const data = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [nft.contract, nft.tokenId])
  return { address: escrow, topics: topicsOf(topics), data }
}

export function feeLog(escrow: Address, oldFee: bigint, newFee: bigint): DraftLog {
  const topics = encodeEventTopics({ abi: swapEscrowAbi, eventName: 'FeeUpdated' })
  const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [oldFee, newFee])
  return { address: escrow, topics: topicsOf(topics), data }
}

export function transferLog({ contract, tokenId }: Nft, from: Address, to: Address): DraftLog {
  const topics = encodeEventTopics({ abi: erc721Abi, eventName: 'Transfer', args: { from, to, tokenId } })
  return { address: contract, topics: topicsOf(topics), data: '0x' }
}

/** Every argument is given, so every topic is one value. */
function topicsOf(topics: readonly (Hex | Hex[] | null)[]): Hex[] {
  return topics.flatMap((topic) => topic ?? [])
}

function columns(nfts: readonly Nft[]): [Address[], bigint[]] {
  return [nfts.map(({ contract }) => contract), nfts.map(({ tokenId }) => tokenId)]
}
