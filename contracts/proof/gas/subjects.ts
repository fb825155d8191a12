import type { Address, Nft, OfferId } from '@parley/domain'
import {
  encodeDeployData,
  encodeFunctionData,
  parseEther,
  toEventSelector,
  zeroAddress,
  type Abi,
  type Hex,
} from 'viem'
import { compile } from '../../build/index.ts'
import { ordinarily, type Measured, type Operation } from './cases.ts'
import { floorCode } from './floorCode.ts'

export interface Swap {
  readonly creator: Address
  readonly recipient: Address
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly offeredWei: bigint
  readonly requestedWei: bigint
}

/** A contract under measurement: how it is deployed and called. */
export interface Subject {
  deployCode(swap: Swap): Hex
  callData(operation: Operation, swap: Swap, offerId: OfferId): Hex
  /** The creation event whose first topic is the offer's id; the floor has none. */
  readonly createdTopics: readonly Hex[]
  readonly feeWei: bigint
}

export const feeWei = parseEther('0.01')
export const durationS = 86_400n

const floor: Subject = {
  deployCode: floorCode,
  callData: (operation) =>
    ({ create: '0x', accept: '0x00', cancel: '0x0000', cancelExpired: '0x0000' } as const)[operation],
  createdTopics: [],
  feeWei: 0n,
}

function lists(swap: Swap): [Address[], bigint[], Address[], bigint[]] {
  return [
    swap.offered.map((nft) => nft.contract),
    swap.offered.map((nft) => nft.tokenId),
    swap.requested.map((nft) => nft.contract),
    swap.requested.map((nft) => nft.tokenId),
  ]
}

const owner: Address = '0x00000000000000000000000000000000000A11cE'

function textbook(): Subject {
  const artifact = compile(['reference/TextbookEscrow.sol'])('TextbookEscrow')
  const abi: Abi = artifact.abi
  return {
    deployCode: () => encodeDeployData({ abi, bytecode: artifact.bytecode, args: [feeWei] }),
    callData: (operation, swap, offerId) =>
      operation === 'create'
        ? encodeFunctionData({ abi, functionName: 'create', args: [swap.recipient, ...lists(swap), durationS] })
        : encodeFunctionData({ abi, functionName: operation, args: [offerId] }),
    createdTopics: [toEventSelector('OfferCreated(bytes32,address,address,uint256)')],
    feeWei,
  }
}

const parleyFunctions = {
  accept: 'acceptSwapOffer',
  cancel: 'cancelSwapOffer',
  cancelExpired: 'cancelExpiredOffer',
} as const

/** The product's escrow. Creates a single pair by the cheaper call, as the app does. */
function parley(): Subject {
  const artifact = compile(['src/SwapEscrow.sol'])('SwapEscrow')
  const abi: Abi = artifact.abi
  return {
    deployCode: () => encodeDeployData({ abi, bytecode: artifact.bytecode, args: [owner, feeWei, parseEther('0.05')] }),
    callData: (operation, swap, offerId) => {
      if (operation !== 'create')
        return encodeFunctionData({ abi, functionName: parleyFunctions[operation], args: [offerId] })
      if (swap.offeredWei + swap.requestedWei > 0n) {
        const [nftsA, idsA, nftsB, idsB] = lists(swap)
        const a = { nftContracts: nftsA, tokenIds: idsA, coins: swap.offeredWei }
        const b = { nftContracts: nftsB, tokenIds: idsB, coins: swap.requestedWei }
        const args = [a, b, durationS, zeroAddress]
        return encodeFunctionData({ abi, functionName: 'createSwapOfferWithCoins', args })
      }
      const [offered, requested] = [swap.offered[0], swap.requested[0]]
      if (swap.offered.length === 1 && swap.requested.length === 1 && offered && requested) {
        const args = [offered.contract, offered.tokenId, requested.contract, requested.tokenId, durationS]
        return encodeFunctionData({ abi, functionName: 'createSwapOffer', args })
      }
      return encodeFunctionData({ abi, functionName: 'createMultiSwapOffer', args: [...lists(swap), durationS] })
    },
    createdTopics: abi.flatMap((item) =>
      item.type === 'event' && /Offer(WithCoins)?Created$/.test(item.name) ? [toEventSelector(item)] : [],
    ),
    feeWei,
  }
}

/**
 * Moves the coins of one deal and nothing else. Compiled with the usual settings: the escrow's would make it 139 gas
 * cheaper.
 */
function bare(): Subject {
  const artifact = compile(['reference/BareCoins.sol'], {}, ordinarily)('BareCoins')
  const functions = { create: 'lock', accept: 'accept', cancel: 'cancel', cancelExpired: 'cancel' } as const
  return {
    deployCode: () => artifact.bytecode,
    callData: (operation) => encodeFunctionData({ abi: artifact.abi, functionName: functions[operation], args: [1n] }),
    createdTopics: [],
    feeWei: 0n,
  }
}

export function subjects(): Readonly<Record<Measured, Subject>> {
  return { floor, textbook: textbook(), parley: parley(), bare: bare() }
}
