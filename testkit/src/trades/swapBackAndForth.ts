import { swapEscrowAbi } from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import { encodeFunctionData, erc721Abi, isAddressEqual, parseEventLogs, type Hash, type Hex } from 'viem'
import type { LocalClient } from '../chain/createLocalClient.ts'
import { collectionBook } from '../collections/collectionBook.ts'
import { deployedAs } from '../collections/deployedAs.ts'
import { wallets, type DemoWallet } from '../wallets.ts'
import { readWorld } from '../world/manifest.ts'
import type { WorldFiles } from '../world/worldFiles.ts'
import { creationData, settlementData } from './tradeCalls.ts'

export interface SwapPlan {
  readonly swaps: number
  /** What each gives in a swap. */
  readonly nftsEach: number
  /** Called after each swap, with how many were made. */
  readonly onSwap?: (made: number) => Promise<void>
}

const gasLimit = 8_000_000n
const durationS = 3_600

/**
 * Bob and Carol swap the same NFTs there and back, on a running world whose blocks do not wait for each other: two blocks a
 * swap, one for the offer and one for the acceptance, as fast as the chain makes them.
 */
export async function swapBackAndForth(client: LocalClient, files: WorldFiles, plan: SwapPlan): Promise<void> {
  const { deployment } = await readWorld(files)
  const [escrow] = deployment.escrows
  if (!escrow) throw new Error('The world has no escrow')
  const feeWei = await client.readContract({ address: escrow.address, abi: swapEscrowAbi, functionName: 'fee' })
  const call = async (from: DemoWallet, to: Address, data: Hex, value: bigint): Promise<Hash> =>
    client.sendTransaction({ account: from.account.address, chain: null, to, data, value, gas: gasLimit })
  const inBlock = async (from: DemoWallet, data: Hex) => {
    const hash = await call(from, escrow.address, data, feeWei)
    await client.mine({ blocks: 1 })
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`${hash} failed`)
    return receipt
  }

  const book = collectionBook(deployedAs(deployment.collections))
  const approve = [escrow.address, true] as const
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: approve })
  for (const person of [wallets.bob, wallets.carol])
    for (const { address } of book.rows) await call(person, address, data, 0n)
  await client.mine({ blocks: 1 })
  let [given, taken] = [
    await held(client, wallets.bob, book.startingNfts('bob'), plan.nftsEach),
    await held(client, wallets.carol, book.startingNfts('carol'), plan.nftsEach),
  ]
  for (let swap = 0; swap < plan.swaps; swap += 1) {
    const offerId = createdBy(await inBlock(wallets.bob, creationData(given, taken, durationS)))
    await inBlock(wallets.carol, settlementData('acceptSwapOffer', offerId))
    ;[given, taken] = [taken, given]
    await plan.onSwap?.(swap + 1)
  }
}

/** Some of what a person began with and still has. */
async function held(client: LocalClient, { account }: DemoWallet, nfts: readonly Nft[], count: number): Promise<Nft[]> {
  const found: Nft[] = []
  for (const nft of nfts) {
    if (found.length === count) break
    const args = [nft.tokenId] as const
    const owner = await client.readContract({ address: nft.contract, abi: erc721Abi, functionName: 'ownerOf', args })
    if (isAddressEqual(owner, account.address)) found.push(nft)
  }
  return found
}

function createdBy({ logs }: { readonly logs: Parameters<typeof parseEventLogs>[0]['logs'] }): OfferId {
  const eventName = ['SwapOfferCreated', 'MultiSwapOfferCreated'] as const
  const [created] = parseEventLogs({ abi: swapEscrowAbi, logs, eventName: [...eventName] })
  if (!created) throw new Error('The transaction created no offer')
  return created.args.offerId
}
