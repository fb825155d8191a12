import { assumedFeeWei } from './money.ts'
import { type Nft, nftKey } from './nft.ts'

/** A side that gives this many times as many NFTs as it gets is asked once (decision I6). */
export const lopsidedTimes = 10

interface Exchange {
  readonly gives: readonly Nft[]
  readonly gets: readonly Nft[]
  /** Coins that the giver receives. */
  readonly receivedWei: bigint
}

/**
 * Whether a deal is very lop-sided by count, to the giver's cost.
 *
 * Coins that they receive may make up for anything, unless they are no more than the usual platform fee. A side that gets
 * nothing at all is not filled in yet.
 */
export function isLopsided({ gives, gets, receivedWei }: Exchange): boolean {
  if (receivedWei > assumedFeeWei || (gets.length === 0 && receivedWei === 0n)) return false
  return gives.length > 0 && gives.length >= lopsidedTimes * gets.length
}

export interface Trait {
  readonly trait: string
  readonly value: string
}

/** How many of an NFT's traits another one of its collection has too. */
export function sharedTraits(one: readonly Trait[], other: readonly Trait[]): number {
  const known = new Set(other.map(({ trait, value }) => `${trait}\n${value}`))
  return new Set(one.map(({ trait, value }) => `${trait}\n${value}`).filter((text) => known.has(text))).size
}

/** Tells deals apart by what changes hands. */
export function exchangeKey({ gives, gets, receivedWei }: Exchange): string {
  return `${gives.map(nftKey).join()}|${gets.map(nftKey).join()}|${receivedWei}`
}
