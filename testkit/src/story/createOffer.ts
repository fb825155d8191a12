import { swapEscrowAbi } from '@parley/chain'
import { noCoins, type Address, type DealCoins, type Nft, type OfferId } from '@parley/domain'
import { parseEventLogs, zeroAddress, type Abi, type TransactionReceipt } from 'viem'
import type { Chain } from '../chain/startChain.ts'
import { transact, type Sender } from '../contracts/transact.ts'

export interface EscrowOnChain {
  readonly chain: Pick<Chain, 'client'> & Partial<Pick<Chain, 'blocks'>>
  readonly escrow: Address
}

export interface NewOffer {
  readonly from: Sender
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly durationS: number
  readonly coins?: DealCoins
  /** Who may accept; needed where only coins are requested. */
  readonly recipient?: Address
  /** See {@link transact}. */
  readonly gas?: bigint
}

/**
 * Creates an offer as the page does; approvals have to be there.
 *
 * One pair goes by the single call, coins by a call of their own, more by the third.
 */
export async function createOffer({ chain, escrow }: EscrowOnChain, offer: NewOffer): Promise<OfferId> {
  const { client } = chain
  const fee = await client.readContract({ address: escrow, abi: swapEscrowAbi, functionName: 'fee' })
  const valueWei = fee + (offer.coins ?? noCoins).offeredWei
  const limit = offer.gas === undefined ? {} : { gas: offer.gas }
  const call = { from: offer.from, to: escrow, valueWei, ...limit, ...creationCall(offer) }
  const receipt = await transact(client, call, chain.blocks)
  return createdId(receipt)
}

interface CreationCall {
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

function creationCall({ offered, requested, durationS, coins, recipient = zeroAddress }: NewOffer): CreationCall {
  const [mine, theirs] = [offered[0], requested[0]]
  const duration = BigInt(durationS)
  if (coins) {
    const side = (nfts: readonly Nft[], wei: bigint) => ({
      nftContracts: nfts.map(({ contract }) => contract),
      tokenIds: nfts.map(({ tokenId }) => tokenId),
      coins: wei,
    })
    const args = [side(offered, coins.offeredWei), side(requested, coins.requestedWei), duration, recipient]
    return { abi: swapEscrowAbi, functionName: 'createSwapOfferWithCoins', args }
  }
  if (mine && theirs && offered.length === 1 && requested.length === 1) {
    return {
      abi: swapEscrowAbi,
      functionName: 'createSwapOffer',
      args: [mine.contract, mine.tokenId, theirs.contract, theirs.tokenId, duration],
    }
  }
  const columns = (nfts: readonly Nft[]): readonly [Address[], bigint[]] => [
    nfts.map(({ contract }) => contract),
    nfts.map(({ tokenId }) => tokenId),
  ]
  const args = [...columns(offered), ...columns(requested), duration]
  return { abi: swapEscrowAbi, functionName: 'createMultiSwapOffer', args }
}

function createdId(receipt: TransactionReceipt): OfferId {
  const [created] = parseEventLogs({
    abi: swapEscrowAbi,
    logs: receipt.logs,
    eventName: ['SwapOfferCreated', 'MultiSwapOfferCreated', 'SwapOfferWithCoinsCreated'],
  })
  if (!created) throw new Error(`Transaction ${receipt.transactionHash} created no offer`)
  return created.args.offerId
}
