import { type Address, type DealCoins, gasRules, type Nft, noCoins, type OfferId, sameCoins } from '@parley/domain'
import { encodeFunctionData, toFunctionSelector } from 'viem'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'
import type { ContractCall } from '../transactions/contractCall.ts'

export interface OfferTerms {
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly coins: DealCoins
  /** Who may accept. Only an offer with coins names them; otherwise they follow from the requested NFTs. */
  readonly recipient: Address
  readonly durationS: number
}

/** The parts of an existing offer that its calls need. */
interface StandingOffer {
  readonly id: OfferId
  readonly escrow: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
}

/**
 * Locks the offered NFTs and coins. Coins need a call of their own; without them, one pair uses the single-swap call and
 * anything else the multi-swap call. Pays the fee and the offered coins.
 */
export function createCall(escrow: Address, terms: OfferTerms, feeWei: bigint): ContractCall {
  const { offered, requested, coins, durationS } = terms
  if (!sameCoins(coins, noCoins)) return createWithCoinsCall(escrow, terms, feeWei)
  const [own, ...moreOwn] = offered
  const [wanted, ...moreWanted] = requested
  if (!own || !wanted) throw new RangeError('an offer has at least one NFT on each side')
  const common = { to: escrow, valueWei: feeWei, nftCount: offered.length + requested.length }
  const duration = BigInt(durationS)
  if (moreOwn.length === 0 && moreWanted.length === 0) {
    const args = [own.contract, own.tokenId, wanted.contract, wanted.tokenId, duration] as const
    return {
      ...common,
      data: encodeFunctionData({ abi: swapEscrowAbi, functionName: 'createSwapOffer', args }),
      gasRule: gasRules.createSingle,
    }
  }
  const args = [contractsOf(offered), idsOf(offered), contractsOf(requested), idsOf(requested), duration] as const
  return {
    ...common,
    data: encodeFunctionData({ abi: swapEscrowAbi, functionName: 'createMultiSwapOffer', args }),
    gasRule: gasRules.createMulti,
  }
}

function createWithCoinsCall(
  escrow: Address,
  { offered, requested, coins, recipient, durationS }: OfferTerms,
  feeWei: bigint,
): ContractCall {
  const args = [
    { nftContracts: contractsOf(offered), tokenIds: idsOf(offered), coins: coins.offeredWei },
    { nftContracts: contractsOf(requested), tokenIds: idsOf(requested), coins: coins.requestedWei },
    BigInt(durationS),
    recipient,
  ] as const
  return {
    to: escrow,
    data: encodeFunctionData({ abi: swapEscrowAbi, functionName: 'createSwapOfferWithCoins', args }),
    valueWei: feeWei + coins.offeredWei,
    gasRule: gasRules.createMulti,
    nftCount: offered.length + requested.length,
  }
}

/** The recipient's yes. Pays the fee and the requested coins. */
export function acceptCall(offer: StandingOffer & { readonly coins: DealCoins }, feeWei: bigint): ContractCall {
  const data = encodeFunctionData({ abi: swapEscrowAbi, functionName: 'acceptSwapOffer', args: [offer.id] })
  return {
    to: offer.escrow,
    data,
    valueWei: feeWei + offer.coins.requestedWei,
    gasRule: gasRules.accept,
    nftCount: offer.offered.length + offer.requested.length,
  }
}

/** The creator takes an unexpired offer back. Free. */
export function cancelCall(offer: StandingOffer): ContractCall {
  const data = encodeFunctionData({ abi: swapEscrowAbi, functionName: 'cancelSwapOffer', args: [offer.id] })
  return { to: offer.escrow, data, valueWei: 0n, gasRule: gasRules.cancel, nftCount: offer.offered.length }
}

/** Creator or recipient sends an expired offer's NFTs home. Pays the fee. */
export function cancelExpiredCall(offer: StandingOffer, feeWei: bigint): ContractCall {
  const data = encodeFunctionData({ abi: swapEscrowAbi, functionName: 'cancelExpiredOffer', args: [offer.id] })
  return { to: offer.escrow, data, valueWei: feeWei, gasRule: gasRules.recover, nftCount: offer.offered.length }
}

/** Sends an abandoned offer's NFTs home to its creator (decision E4). Open to anyone and free. */
export function sendHomeCall(offer: StandingOffer): ContractCall {
  const data = encodeFunctionData({ abi: swapEscrowAbi, functionName: 'sendHome', args: [offer.id] })
  return { to: offer.escrow, data, valueWei: 0n, gasRule: gasRules.recover, nftCount: offer.offered.length }
}

/** Fetches what could not be returned (decision K7). Open to anyone and free. */
export function claimReturnedCall(offer: StandingOffer): ContractCall {
  const data = encodeFunctionData({ abi: swapEscrowAbi, functionName: 'claimReturned', args: [offer.id] })
  return { to: offer.escrow, data, valueWei: 0n, gasRule: gasRules.claim, nftCount: offer.offered.length }
}

/** Pays the caller the coins that its wallet once refused (decision E2), to an address of its choice. Free. */
export function takeOwedCoinsCall(escrow: Address, to: Address): ContractCall {
  const data = encodeFunctionData({ abi: swapEscrowAbi, functionName: 'takeOwedCoins', args: [to] })
  return { to: escrow, data, valueWei: 0n, gasRule: gasRules.claim, nftCount: 0 }
}

function contractsOf(side: readonly Nft[]): Address[] {
  return side.map((nft) => nft.contract)
}

function idsOf(side: readonly Nft[]): bigint[] {
  return side.map((nft) => nft.tokenId)
}

const tradeFunctions: readonly string[] = [
  'createSwapOffer',
  'createMultiSwapOffer',
  'createSwapOfferWithCoins',
  'acceptSwapOffer',
  'cancelSwapOffer',
  'cancelExpiredOffer',
  'sendHome',
]

/** The first four bytes of every call that makes, takes or ends an offer. An explorer's list is filtered by them. */
export const tradeSelectors: ReadonlySet<string> = new Set(
  swapEscrowAbi
    .filter((item) => item.type === 'function')
    .filter((item) => tradeFunctions.includes(item.name))
    .map((item) => toFunctionSelector(item)),
)
