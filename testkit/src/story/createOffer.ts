import { swapEscrowAbi } from '@parley/chain'
import type { Address, Nft, OfferId } from '@parley/domain'
import { parseEventLogs, type TransactionReceipt } from 'viem'
import type { Chain } from '../chain/startChain.ts'
import { transact, type Sender } from '../contracts/transact.ts'

export interface EscrowOnChain {
  readonly chain: Pick<Chain, 'client'>
  readonly escrow: Address
}

export interface NewOffer {
  readonly from: Sender
  readonly offered: readonly Nft[]
  readonly requested: readonly Nft[]
  readonly durationS: number
}

/** Creates an offer as the page does: one pair by the single call, more by the other. Approvals have to be there. */
export async function createOffer({ chain, escrow }: EscrowOnChain, offer: NewOffer): Promise<OfferId> {
  const { client } = chain
  const fee = await client.readContract({ address: escrow, abi: swapEscrowAbi, functionName: 'fee' })
  const receipt = await transact(client, {
    from: offer.from,
    to: escrow,
    abi: swapEscrowAbi,
    valueWei: fee,
    ...creationCall(offer),
  })
  return createdId(receipt)
}

function creationCall({ offered, requested, durationS }: NewOffer): { functionName: string; args: readonly unknown[] } {
  const [mine, theirs] = [offered[0], requested[0]]
  const duration = BigInt(durationS)
  if (mine && theirs && offered.length === 1 && requested.length === 1) {
    return {
      functionName: 'createSwapOffer',
      args: [mine.contract, mine.tokenId, theirs.contract, theirs.tokenId, duration],
    }
  }
  const columns = (nfts: readonly Nft[]): readonly [Address[], bigint[]] => [
    nfts.map(({ contract }) => contract),
    nfts.map(({ tokenId }) => tokenId),
  ]
  return { functionName: 'createMultiSwapOffer', args: [...columns(offered), ...columns(requested), duration] }
}

function createdId(receipt: TransactionReceipt): OfferId {
  const [created] = parseEventLogs({
    abi: swapEscrowAbi,
    logs: receipt.logs,
    eventName: ['SwapOfferCreated', 'MultiSwapOfferCreated'],
  })
  if (!created) throw new Error(`Transaction ${receipt.transactionHash} created no offer`)
  return created.args.offerId
}
