import { zeroAddress } from 'viem'
import type { Address } from '../address.ts'
import { nftKey, type Nft } from '../nft.ts'
import { maxNftsPerSide } from '../offer.ts'
import type { EscrowCall } from './escrow-state.ts'
import type { Mover } from './moves.ts'
import { Refusal } from './refusal.ts'

type NewOffer = Extract<EscrowCall, { kind: 'create' }>

/** Thirty days. */
export const maxDurationS = 2_592_000n

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

/** Checks the shape of an offer (decision K8) in the order in which faults are reported. */
export function requireShape(call: NewOffer): Sides {
  const { offeredContracts, offeredIds, requestedContracts, requestedIds, durationS } = call
  if (offeredContracts.length === 0 || requestedContracts.length === 0) {
    throw new Refusal('EmptySide', BigInt(offeredContracts.length), BigInt(requestedContracts.length))
  }
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

/** All contracts answer as ERC-721, and one wallet, not a collection, holds all requested NFTs (decisions K2, K8). */
export function requireRecipient({ offered, requested }: Sides, creator: Address, mover: Mover): Address {
  for (const nft of [...offered, ...requested]) {
    if (!mover.collection(nft.contract).answersAsErc721()) throw new Refusal('NotErc721', nft.contract)
  }
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
  if ([...offered, ...requested].some((nft) => nft.contract === recipient))
    throw new Refusal('RequestedFromCollection', recipient)
  return recipient
}
