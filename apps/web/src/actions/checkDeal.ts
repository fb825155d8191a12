import { maxNftsPerSide, nftKey, sameAddress, type Address, type DealCoins, type Nft } from '@parley/domain'
import type { ActionFailure } from './action.ts'

/** An offer as it is being put together. */
export interface Deal {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  /** Null where a typed amount can't be read. */
  readonly coins: DealCoins | null
  /** Null unless a valid address of another person was typed. */
  readonly recipient: Address | null
  readonly durationS: number
  /** The contracts that may lie on either side where the deal is made; left out, every contract may. */
  readonly traded?: { readonly offered: readonly Address[]; readonly requested: readonly Address[] }
}

/** Checks of a deal without wallet or chain, in the specification's order. Returns the first failure. */
export function checkDeal(deal: Deal): ActionFailure | null {
  const { offered, requested, coins, recipient } = deal
  if (!coins) return { kind: 'bad-coins' }
  if (offered.length === 0 && coins.offeredWei === 0n) return { kind: 'nothing-offered' }
  if (requested.length === 0 && coins.requestedWei === 0n) return { kind: 'nothing-requested' }
  if (offered.length + requested.length === 0) return { kind: 'coins-only' }
  if (!recipient) return { kind: 'bad-recipient' }
  if (offered.length > maxNftsPerSide || requested.length > maxNftsPerSide) return { kind: 'too-many' }
  return checkTraded(deal, 'offered') ?? checkTraded(deal, 'requested')
}

/** A side with NFTs needs one that is traded here, and no others may be on it. */
function checkTraded(deal: Deal, side: 'offered' | 'requested'): ActionFailure | null {
  const contracts = deal.traded?.[side]
  if (!contracts || deal[side].length === 0) return null
  const strangers = deal[side].filter((nft) => !contracts.some((contract) => sameAddress(contract, nft.contract)))
  const [first] = strangers
  if (strangers.length === deal[side].length) return { kind: 'nothing-valid', side }
  return first ? { kind: 'no-contract', contract: first.contract } : null
}

/** The first offered NFT that the wallet's list does not hold. A list that could not be read decides nothing: the chain does. */
export function checkHeld(offered: readonly Nft[], held: readonly Nft[] | null): ActionFailure | null {
  if (!held) return null
  const keys = new Set(held.map(nftKey))
  const missing = offered.find((nft) => !keys.has(nftKey(nft)))
  return missing ? { kind: 'not-in-wallet', nft: missing } : null
}
