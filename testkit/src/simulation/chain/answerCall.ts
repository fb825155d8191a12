import { swapEscrowAbi } from '@parley/chain'
import { nftKey, type Address, type Nft } from '@parley/domain'
import {
  decodeFunctionData,
  encodeFunctionResult,
  erc721Abi,
  getAddress,
  multicall3Abi,
  parseAbi,
  zeroAddress,
  type Hex,
} from 'viem'
import { multicall3Address } from '../../chain/localChain.ts'
import type { SimBlock } from './SimBlock.ts'
import type { SimGenesis, SimState } from './SimState.ts'

/** A contract said no. */
export class SimRevert extends Error {
  override readonly name = 'SimRevert'
  readonly code = 'sim_revert'
}

const blockNumberAbi = parseAbi(['function getBlockNumber() view returns (uint256)'])
const statuses = { open: 1, completed: 2, cancelled: 3 } as const

/** `eth_call` at a block. @throws {SimRevert} */
export function answerCall(genesis: SimGenesis, block: SimBlock, to: Address, data: Hex): Hex {
  const target = getAddress(to)
  if (target === getAddress(multicall3Address)) return answerMulticall(genesis, block, data)
  if (target === getAddress(genesis.escrow)) return answerEscrow(block.state, data)
  return answerCollection(genesis, block.state, target, data)
}

function answerMulticall(genesis: SimGenesis, block: SimBlock, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: [...multicall3Abi, ...blockNumberAbi], data })
  if (functionName === 'getBlockNumber')
    return encodeFunctionResult({ abi: blockNumberAbi, result: BigInt(block.number) })
  if (functionName === 'getEthBalance') {
    const isEscrow = getAddress(args[0]) === getAddress(genesis.escrow)
    return encodeFunctionResult({ abi: multicall3Abi, functionName, result: isEscrow ? block.state.balanceWei : 0n })
  }
  if (functionName !== 'aggregate3') throw new SimRevert()
  const results = args[0].map(({ target, callData, allowFailure }) => {
    try {
      return { success: true, returnData: answerCall(genesis, block, target, callData) }
    } catch (error) {
      if (!(error instanceof SimRevert) || !allowFailure) throw error
      return { success: false, returnData: '0x' as const }
    }
  })
  return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results })
}

function answerEscrow({ offers, custody, feeWei, lockedWei, owed }: SimState, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: swapEscrowAbi, data })
  switch (functionName) {
    case 'fee':
      return encodeFunctionResult({ abi: swapEscrowAbi, functionName, result: feeWei })
    case 'swapOffers': {
      const offer = offers.get(args[0])
      const result = offer
        ? ([offer.creator, offer.recipient, BigInt(offer.expiresAtS), statuses[offer.status]] as const)
        : ([zeroAddress, zeroAddress, 0n, 0] as const)
      return encodeFunctionResult({ abi: swapEscrowAbi, functionName, result })
    }
    case 'custodyOf': {
      const [contract, tokenId] = args
      const held = custody.get(nftKey({ contract, tokenId }))
      return encodeFunctionResult({ abi: swapEscrowAbi, functionName, result: held ?? `0x${'0'.repeat(64)}` })
    }
    case 'getOfferDetails': {
      const offer = offers.get(args[0])
      if (!offer) throw new SimRevert()
      const { creator, recipient, offered, requested, expiresAtS, status } = offer
      const lists = [...columns(offered), ...columns(requested)] as const
      const result = [creator, recipient, ...lists, BigInt(expiresAtS), status === 'open'] as const
      return encodeFunctionResult({ abi: swapEscrowAbi, functionName, result })
    }
    case 'coinsOf': {
      const offer = offers.get(args[0])
      if (!offer) throw new SimRevert()
      const result = [offer.coins.offeredWei, offer.coins.requestedWei] as const
      return encodeFunctionResult({ abi: swapEscrowAbi, functionName, result })
    }
    case 'lockedCoins':
      return encodeFunctionResult({ abi: swapEscrowAbi, functionName, result: lockedWei })
    case 'coinsOwed':
      return encodeFunctionResult({ abi: swapEscrowAbi, functionName, result: owed.get(getAddress(args[0])) ?? 0n })
    default:
      throw new SimRevert()
  }
}

function columns(nfts: readonly Nft[]): readonly [readonly Address[], readonly bigint[]] {
  return [nfts.map(({ contract }) => contract), nfts.map(({ tokenId }) => tokenId)]
}

function answerCollection({ nfts }: SimGenesis, { owners }: SimState, contract: Address, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: erc721Abi, data })
  if (functionName === 'ownerOf') {
    const owner = owners.get(nftKey({ contract, tokenId: args[0] }))
    if (!owner) throw new SimRevert()
    return encodeFunctionResult({ abi: erc721Abi, functionName, result: owner })
  }
  if (functionName === 'balanceOf') {
    const [holder] = args
    const held = nfts.filter((nft) => nft.contract === contract && owners.get(nftKey(nft)) === getAddress(holder))
    return encodeFunctionResult({ abi: erc721Abi, functionName, result: BigInt(held.length) })
  }
  throw new SimRevert()
}
