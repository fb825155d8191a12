import type { Address, OfferId, TxHash } from '@parley/domain'
import { numberToHex, pad, type Client, type Hex, type RpcLog } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { creationTopics } from './eventTopics.ts'

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
    const topics = [[...creationTopics], null, wordOf(args.creator), wordOf(args.recipient)]
    const logs = await chain.request({
      method: 'eth_getLogs',
      params: [{ address: escrow, topics, fromBlock: numberToHex(fromBlock), toBlock: numberToHex(head) }],
    })
    return await Promise.all(logs.flatMap((log) => creationOf(chain, escrow, log)))
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** A topic that stands for an account; any account where none is named. */
function wordOf(account: Address | undefined): Hex | null {
  return account ? pad(account) : null
}

/** None for a log that is not in a block yet. */
function creationOf(
  chain: Client,
  escrow: Address,
  { topics, blockNumber, transactionHash }: RpcLog,
): Promise<Creation>[] {
  const [, offerId] = topics
  if (!offerId || !blockNumber || !transactionHash) return []
  const read = async (): Promise<Creation> => {
    const { timestamp } = await getBlock(chain, { blockNumber: BigInt(blockNumber) })
    return { offerId, escrow, txHash: transactionHash, createdAtS: Number(timestamp) }
  }
  return [read()]
}
