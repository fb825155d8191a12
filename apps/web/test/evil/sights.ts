import { erc721Abi, swapEscrowAbi } from '@parley/chain'
import { sameAddress, type Address, type Nft, type OfferId } from '@parley/domain'
import type { SentTransaction, World } from '@parley/testkit'
import { decodeFunctionData, isHex } from 'viem'
import { expect } from 'vitest'
import type { UserAction } from '../../src/text/explainFailure.ts'
import { trueLabel } from './evilStage.ts'

/** The screen's content when the button is pressed, and the press. */
export interface Sight {
  readonly doing: UserAction
  /** The function of escrow or collection behind the button. */
  readonly calls: string
  /** NFTs by their labels, or a collection by its name. */
  readonly gives: readonly string[]
  readonly gets: readonly string[]
  /** The platform fee shown; zero for free actions. */
  readonly feeWei: bigint
  /** The recipient of a new offer. */
  readonly recipient?: Address
  readonly expiresAtS?: number
  readonly press: () => Promise<unknown>
}

/** Far above the local chain's price, and far below a liar's. */
const highestGasPriceWei = 200n * 10n ** 9n

/** Compares what was signed with what was shown, using the chain itself. */
export async function expectShown(world: World, sent: SentTransaction, sight: Sight): Promise<void> {
  const { to, data } = sent
  if (!isHex(data) || to === undefined) throw new Error('a transaction without a call')
  expect(BigInt(sent.value ?? 0)).toBe(sight.feeWei)
  expect(BigInt(sent.maxFeePerGas ?? 0)).toBeLessThan(highestGasPriceWei)
  if (sight.doing === 'approve' || sight.doing === 'revoke') return expectApproval(world, { to, data }, sight)
  expect(to.toLowerCase()).toBe(world.escrow.toLowerCase())
  const call = decodeFunctionData({ abi: swapEscrowAbi, data })
  expect(call.functionName).toBe(sight.calls)
  switch (call.functionName) {
    case 'createSwapOffer': {
      const [tokenA, idA, tokenB, idB] = call.args
      const requested = { contract: tokenB, tokenId: idB }
      expect(sight.gives).toEqual([trueLabel(world, { contract: tokenA, tokenId: idA })])
      expect(sight.gets).toEqual([trueLabel(world, requested)])
      expect(await holderBefore(world, requested)).toBe(sight.recipient)
      return
    }
    case 'acceptSwapOffer': {
      const terms = await termsOf(world, call.args[0])
      expect(sight.gives).toEqual(terms.requested)
      expect(sight.gets).toEqual(terms.offered)
      expect(sight.expiresAtS).toBe(terms.expiresAtS)
      return
    }
    case 'cancelSwapOffer':
    case 'cancelExpiredOffer':
    case 'sendHome':
    case 'claimReturned': {
      const terms = await termsOf(world, call.args[0])
      expect(sight.gets).toEqual(terms.offered)
      expect(sight.expiresAtS).toBe(terms.expiresAtS)
      return
    }
    case 'setCreationPaused':
      expect(sight.gives).toEqual([`${call.functionName} ${call.args[0]}`])
      return
    default:
      expect(sight.gives).toEqual([call.functionName])
  }
}

function expectApproval(world: World, { to, data }: { to: string; data: `0x${string}` }, sight: Sight): void {
  const { functionName, args } = decodeFunctionData({ abi: erc721Abi, data })
  expect(functionName).toBe(sight.calls)
  const row = world.builtFor.collections.find(({ address }) => sameAddress(address, to))
  if (functionName === 'approve') {
    expect(args[0]).toBe(world.escrow)
    expect(sight.gives).toEqual([`${row?.name} #${args[1]}`])
    return
  }
  expect(args).toEqual([world.escrow, sight.doing === 'approve'])
  expect(sight.gives).toEqual([row?.name])
}

async function termsOf(world: World, id: OfferId) {
  const [, , contractsA, idsA, contractsB, idsB, expiresAt] = await world.chain.client.readContract({
    address: world.escrow,
    abi: swapEscrowAbi,
    functionName: 'getOfferDetails',
    args: [id],
  })
  const labels = (contracts: readonly Address[], ids: readonly bigint[]): readonly string[] =>
    contracts.map((contract, at) => trueLabel(world, { contract, tokenId: ids[at] ?? -1n }))
  return { offered: labels(contractsA, idsA), requested: labels(contractsB, idsB), expiresAtS: Number(expiresAt) }
}

/** Creating moves the offered NFTs; the requested ones stay. */
async function holderBefore(world: World, { contract, tokenId }: Nft): Promise<Address> {
  return world.chain.client.readContract({
    address: contract,
    abi: erc721Abi,
    functionName: 'ownerOf',
    args: [tokenId],
  })
}
