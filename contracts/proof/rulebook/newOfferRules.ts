import { maxNftsPerSide, nftKey, type Address, type Nft } from '@parley/domain'
import { zeroAddress } from 'viem'
import type { CoinTerms, EscrowCall } from './escrowState.ts'
import type { Mover } from './moves.ts'
import { Refusal } from './Refusal.ts'

type NewOffer = Extract<EscrowCall, { kind: 'create' }>

/** Thirty days. */
export const maxDurationS = 2_592_000n

/** The largest sum that an offer's terms can store, far above the supply. */
const maxCoinsWei = 2n ** 96n - 1n

export interface Sides {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
}

function requireLengths(contracts: readonly Address[], ids: readonly bigint[]): void {
  if (contracts.length !== ids.length) throw new Refusal('UnequalArrays', BigInt(contracts.length), BigInt(ids.length))
  if (contracts.length > maxNftsPerSide)
    throw new Refusal('TooManyNfts', BigInt(contracts.length), BigInt(maxNftsPerSide))
}

function nfts(contracts: readonly Address[], ids: readonly bigint[]): Nft[] {
  return contracts.map((contract, place) => ({ contract, tokenId: ids[place] ?? 0n }))
}

/** An offer's coins (decision E1): at least some, and each sum fits. */
export function requireCoins({ offeredWei, requestedWei }: CoinTerms): void {
  if (offeredWei === 0n && requestedWei === 0n) throw new Refusal('NoCoins')
  const larger = offeredWei > requestedWei ? offeredWei : requestedWei
  if (larger > maxCoinsWei) throw new Refusal('TooManyCoins', larger, maxCoinsWei)
}

/** Each side has NFTs or coins, and the deal has at least one NFT. */
function requireThings({ offeredContracts, requestedContracts, coins }: NewOffer): void {
  const [offered, requested] = [BigInt(offeredContracts.length), BigInt(requestedContracts.length)]
  if (coins && offered + requested === 0n) throw new Refusal('NoNfts', coins.offeredWei, coins.requestedWei)
  const isEmpty = (count: bigint, wei: bigint) => count === 0n && wei === 0n
  if (isEmpty(offered, coins?.offeredWei ?? 0n) || isEmpty(requested, coins?.requestedWei ?? 0n))
    throw new Refusal('EmptySide', offered, requested)
}

/** Checks the shape of an offer (decision K8) in the order in which faults are reported. */
export function requireShape(call: NewOffer): Sides {
  const { offeredContracts, offeredIds, requestedContracts, requestedIds, durationS } = call
  requireThings(call)
  requireLengths(offeredContracts, offeredIds)
  requireLengths(requestedContracts, requestedIds)
  if (durationS === 0n || durationS > maxDurationS) throw new Refusal('DurationOutOfRange', durationS, maxDurationS)
  const sides = { offered: nfts(offeredContracts, offeredIds), requested: nfts(requestedContracts, requestedIds) }
  requireDistinct(sides)
  return sides
}

function requireDistinct({ offered, requested }: Sides): void {
  const mine = new Set<string>()
  for (const nft of offered) {
    if (mine.has(nftKey(nft))) throw new Refusal('DuplicateNft', nft.contract, nft.tokenId)
    mine.add(nftKey(nft))
  }
  const theirs = new Set<string>()
  for (const nft of requested) {
    if (mine.has(nftKey(nft))) throw new Refusal('NftOnBothSides', nft.contract, nft.tokenId)
    if (theirs.has(nftKey(nft))) throw new Refusal('DuplicateNft', nft.contract, nft.tokenId)
    theirs.add(nftKey(nft))
  }
}

/** The recipient that the creator names if no NFT is requested. */
function requireNamed(named: Address, { offered }: Sides, creator: Address, mover: Mover): Address {
  if (named === zeroAddress) throw new Refusal('RecipientMissing')
  if (named === creator) throw new Refusal('RecipientIsCreator', named)
  if (named === mover.escrow) throw new Refusal('RecipientIsEscrow', named)
  if (offered.some((nft) => nft.contract === named)) throw new Refusal('RecipientIsCollection', named)
  return named
}

/** Every contract answers as ERC-721, and one wallet that is no collection holds all requested NFTs (decisions K2, K8). */
export function requireRecipient(sides: Sides, creator: Address, mover: Mover, coins?: CoinTerms): Address {
  const { offered, requested } = sides
  for (const nft of [...offered, ...requested]) {
    if (!mover.collection(nft.contract).answersAsErc721()) throw new Refusal('NotErc721', nft.contract)
  }
  if (coins && requested.length === 0) return requireNamed(coins.recipient, sides, creator, mover)
  const holders = requested.map((nft) => {
    const holder = mover.collection(nft.contract).ownerOf(nft.tokenId)
    return { nft, holder }
  })
  let recipient: Address | undefined
  for (const { nft, holder } of holders) {
    if (holder === undefined || holder === zeroAddress)
      throw new Refusal('RequestedNftUnowned', nft.contract, nft.tokenId)
    if (holder === creator) throw new Refusal('RequestedFromYourself', nft.contract, nft.tokenId)
    if (holder === mover.escrow) throw new Refusal('RequestedFromEscrow', nft.contract, nft.tokenId)
    recipient ??= holder
    if (holder !== recipient) throw new Refusal('RequestedFromSeveral', nft.contract, nft.tokenId, holder, recipient)
  }
  if (recipient === undefined) throw new Refusal('EmptySide', BigInt(offered.length), 0n)
  if (coins && coins.recipient !== zeroAddress && coins.recipient !== recipient)
    throw new Refusal('RecipientDiffers', coins.recipient, recipient)
  if ([...offered, ...requested].some((nft) => nft.contract === recipient))
    throw new Refusal('RequestedFromCollection', recipient)
  return recipient
}
