import type { Address, OfferId, TxHash } from '@parley/domain'
import type { Client } from 'viem'
import { getBlock, getBlockNumber, getLogs } from 'viem/actions'
import { getAbiItem } from 'viem/utils'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { swapEscrowAbi } from '../gen/swapEscrowAbi.ts'

/** That an offer was created: enough to read the rest from the escrow. */
export interface Creation {
  readonly offerId: OfferId
  readonly escrow: Address
  readonly txHash: TxHash
  /** Block time, unix seconds. */
  readonly createdAtS: number
}

/** Within what public endpoints let one log query span (2048). */
const blocksBack = 2_000n

/**
 * The offers that an account made (`creator`) or was made (`recipient`) in the last 2000 blocks.
 *
 * @throws ChainFailureError
 */
export async function findCreations(
  chain: Client,
  escrow: Address,
  args: { readonly creator?: Address; readonly recipient?: Address },
): Promise<readonly Creation[]> {
  try {
    const head = await getBlockNumber(chain, { cacheTime: 0 })
    const fromBlock = head > blocksBack ? head - blocksBack : 0n
    const range = { address: escrow, args, fromBlock, toBlock: head } as const
    const logs = await Promise.all([
      getLogs(chain, { ...range, event: getAbiItem({ abi: swapEscrowAbi, name: 'SwapOfferCreated' }), strict: true }),
      getLogs(chain, {
        ...range,
        event: getAbiItem({ abi: swapEscrowAbi, name: 'MultiSwapOfferCreated' }),
        strict: true,
      }),
    ])
    return await Promise.all(
      logs.flat().map(async ({ args: { offerId }, blockNumber, transactionHash }) => {
        const { timestamp } = await getBlock(chain, { blockNumber })
        return { offerId, escrow, txHash: transactionHash, createdAtS: Number(timestamp) }
      }),
    )
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
