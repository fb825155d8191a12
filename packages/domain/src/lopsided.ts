import { type Nft, nftKey } from './nft.ts'
import type { DealCoins } from './offer.ts'

/** A side that gives this many times as many NFTs as it gets is asked once (decision I6). */
export const lopsidedTimes = 10

interface Exchange {
  readonly gives: readonly Nft[]
  readonly gets: readonly Nft[]
  readonly coins: DealCoins
}

/** Whether a deal is very lop-sided by count, to the giver's cost. Coins may make up for anything, so with them it never is. */
export function isLopsided({ gives, gets, coins }: Exchange): boolean {
  if (coins.offeredWei > 0n || coins.requestedWei > 0n) return false
  return gets.length > 0 && gives.length >= lopsidedTimes * gets.length
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
export function exchangeKey({ gives, gets }: Pick<Exchange, 'gives' | 'gets'>): string {
  return `${gives.map(nftKey).join()}|${gets.map(nftKey).join()}`
}
