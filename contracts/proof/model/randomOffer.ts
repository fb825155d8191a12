import type { Address, Nft } from '@parley/domain'
import { nftKey } from '@parley/domain'
import type { CoinTerms, EscrowCall } from '../rulebook/index.ts'
import { maxUint256, parseEther, zeroAddress } from 'viem'
import * as actors from './actors.ts'
import type { Play } from './Play.ts'
import type { Random } from './Random.ts'

type NewOffer = Extract<EscrowCall, { kind: 'create' }>
type Change = (offer: NewOffer, play: Play, random: Random, creator: Address) => NewOffer

/** A wallet's NFTs by the collections' own ledgers. */
export function holdingsOf(play: Play, wallet: Address): Nft[] {
  return actors.collections.flatMap((contract) =>
    [...play.model.collection(contract).holders].flatMap(([tokenId, holder]) =>
      holder === wallet ? [{ contract, tokenId }] : [],
    ),
  )
}

export function anyNft(random: Random): Nft {
  return { contract: random.of(actors.collections), tokenId: random.of(actors.tokenIds) }
}

/** Mostly small, sometimes the maximum. */
function sideSize(random: Random): number {
  const size = random.weighted({ one: 45, few: 40, many: 10, all: 5 })
  if (size === 'one') return 1
  if (size === 'few') return 2 + random.below(4)
  return size === 'many' ? 6 + random.below(14) : 20
}

function side(random: Random, holdings: readonly Nft[]): Nft[] {
  const chosen = random.some(holdings, sideSize(random))
  // Sorted, a collection's NFTs move together; unsorted, they form several runs.
  return random.chance(0.6) ? chosen.toSorted((one, other) => (nftKey(one) < nftKey(other) ? -1 : 1)) : chosen
}

function offerOf(
  by: 'single' | 'multi',
  offered: readonly Nft[],
  requested: readonly Nft[],
  durationS: bigint,
): NewOffer {
  return {
    kind: 'create',
    by,
    offeredContracts: offered.map((nft) => nft.contract),
    offeredIds: offered.map((nft) => nft.tokenId),
    requestedContracts: requested.map((nft) => nft.contract),
    requestedIds: requested.map((nft) => nft.tokenId),
    durationS,
  }
}

function added(offer: NewOffer, to: 'offered' | 'requested', nft: Nft, copies = 1): NewOffer {
  const contracts = Array.from({ length: copies }, () => nft.contract)
  const ids = Array.from({ length: copies }, () => nft.tokenId)
  if (to === 'offered')
    return {
      ...offer,
      by: 'multi',
      offeredContracts: [...offer.offeredContracts, ...contracts],
      offeredIds: [...offer.offeredIds, ...ids],
    }
  return {
    ...offer,
    by: 'multi',
    requestedContracts: [...offer.requestedContracts, ...contracts],
    requestedIds: [...offer.requestedIds, ...ids],
  }
}

function nftsOf(offer: NewOffer, of: 'offered' | 'requested'): Nft[] {
  const [contracts, ids] =
    of === 'offered' ? [offer.offeredContracts, offer.offeredIds] : [offer.requestedContracts, offer.requestedIds]
  return contracts.map((contract, place) => ({ contract, tokenId: ids[place] ?? 0n }))
}

const sidesOfOffer = ['offered', 'requested'] as const
const noCollections: readonly Address[] = [
  actors.stranger,
  actors.contractWallet,
  actors.escrow,
  '0x0000000000000000000000000000000000000000',
]

/** Each turns a valid offer into one that may be refused. */
const changes: Readonly<Record<string, Change>> = {
  duration: (offer, _play, random) => ({
    ...offer,
    durationS: random.of([0n, 2_592_000n, 2_592_001n, 2n ** 40n, 2n ** 255n, maxUint256, 1n]),
  }),
  duplicate: (offer, _play, random) => {
    const of = random.of(sidesOfOffer)
    const nfts = nftsOf(offer, of)
    return nfts.length === 0 ? offer : added(offer, of, random.of(nfts))
  },
  bothSides: (offer, _play, random) => {
    const offered = nftsOf(offer, 'offered')
    return offered.length === 0 ? offer : added(offer, 'requested', random.of(offered))
  },
  emptySide: (offer, _play, random) =>
    random.chance(0.5)
      ? { ...offer, by: 'multi', offeredContracts: [], offeredIds: random.chance(0.5) ? [] : offer.offeredIds }
      : { ...offer, by: 'multi', requestedContracts: [], requestedIds: random.chance(0.5) ? [] : offer.requestedIds },
  unequal: (offer, _play, random) =>
    random.chance(0.5)
      ? { ...offer, by: 'multi', offeredIds: [...offer.offeredIds, 5n] }
      : { ...offer, by: 'multi', requestedIds: offer.requestedIds.slice(1) },
  tooMany: (offer, _play, random) => added(offer, random.of(sidesOfOffer), anyNft(random), 20),
  foreign: (offer, _play, random) => added(offer, random.of(sidesOfOffer), anyNft(random)),
  unminted: (offer, _play, random) =>
    added(offer, random.of(sidesOfOffer), { contract: random.of(actors.collections), tokenId: 77n }),
  noCollection: (offer, _play, random) =>
    added(offer, random.of(sidesOfOffer), { contract: random.of(noCollections), tokenId: 1n }),
  escrowed: (offer, play, random) => {
    const held = holdingsOf(play, actors.escrow)
    return held.length === 0 ? offer : added(offer, random.of(sidesOfOffer), random.of(held))
  },
  collections: (offer, play, random) => {
    const held = actors.collections.flatMap((collection) => holdingsOf(play, collection))
    if (held.length === 0) return offer
    const { contract, tokenId } = random.of(held)
    return { ...offer, by: 'multi', requestedContracts: [contract], requestedIds: [tokenId] }
  },
  own: (offer, play, random, creator) => {
    const own = holdingsOf(play, creator)
    return own.length === 0 ? offer : added(offer, 'requested', random.of(own))
  },
}

const sums: readonly bigint[] = [1n, 2n ** 64n - 1n, parseEther('0.05'), parseEther('0.3'), parseEther('1')]

/** Adds coins: beside the NFTs of either side, or instead of one side's. */
function withCoins(offer: NewOffer, random: Random, recipient: Address): NewOffer {
  const kind = random.weighted({ both: 40, sell: 30, buy: 30 })
  const [offeredWei, requestedWei] = [random.of(sums), random.of(sums)]
  if (kind === 'sell') {
    const coins = { offeredWei: random.chance(0.2) ? offeredWei : 0n, requestedWei, recipient }
    return { ...offer, requestedContracts: [], requestedIds: [], coins }
  }
  const named = random.chance(0.5) ? recipient : zeroAddress
  if (kind === 'buy') {
    const coins = { offeredWei, requestedWei: random.chance(0.2) ? requestedWei : 0n, recipient: named }
    return { ...offer, offeredContracts: [], offeredIds: [], coins }
  }
  const coins = random.of([
    { offeredWei, requestedWei, recipient: named },
    { offeredWei, requestedWei: 0n, recipient: named },
    { offeredWei: 0n, requestedWei, recipient: named },
  ])
  return { ...offer, coins }
}

type CoinChange = (coins: CoinTerms, offer: NewOffer, random: Random, creator: Address) => Partial<NewOffer>

/** Each turns a valid offer with coins into one that may be refused. */
const coinChanges: Readonly<Record<string, CoinChange>> = {
  none: (coins) => ({ coins: { ...coins, offeredWei: 0n, requestedWei: 0n } }),
  oneSideEmpty: (coins) => ({ coins: { ...coins, offeredWei: 0n } }),
  noNfts: () => ({ offeredContracts: [], offeredIds: [], requestedContracts: [], requestedIds: [] }),
  tooMany: (coins, _offer, random) => ({
    coins: {
      ...coins,
      [random.of(['offeredWei', 'requestedWei'])]: random.of([2n ** 96n, 2n ** 96n - 1n, maxUint256]),
    },
  }),
  recipient: (coins, offer, random, creator) => ({
    coins: {
      ...coins,
      recipient: random.of([
        zeroAddress,
        creator,
        actors.escrow,
        actors.stranger,
        ...offer.offeredContracts.slice(0, 1),
        ...offer.requestedContracts.slice(0, 1),
      ]),
    },
  }),
}

/** A valid offer between two wallets, with coins or without; made invalid every third time. */
export function randomOffer(play: Play, random: Random): { creator: Address; offer: NewOffer } | undefined {
  const [creator, recipient] = random.some(actors.creators, 2)
  if (creator === undefined || recipient === undefined) return undefined
  const offered = side(random, holdingsOf(play, creator))
  const requested = side(random, holdingsOf(play, recipient))
  if (offered.length === 0 || requested.length === 0) return undefined
  const single = offered.length === 1 && requested.length === 1 && random.chance(0.8)
  const durationS = random.of([60n, 300n, 3600n, 86_400n, 604_800n])
  const nfts = offerOf(single ? 'single' : 'multi', offered, requested, durationS)
  const offer = random.chance(0.35) ? withCoins(nfts, random, recipient) : nfts
  if (random.chance(0.67)) return { creator, offer }
  if (offer.coins && random.chance(0.5)) {
    const change = random.of(Object.values(coinChanges))
    return { creator, offer: { ...offer, ...change(offer.coins, offer, random, creator) } }
  }
  const change = random.of(Object.values(changes))
  return { creator, offer: change(offer, play, random, creator) }
}
