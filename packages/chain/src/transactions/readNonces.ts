import type { Address } from '@parley/domain'
import { type Client, hexToBigInt } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { getTransactionCount } from 'viem/actions'

interface Nonces {
  /** Transactions of the account that are in a block. */
  readonly used: number
  /** The same and those that wait. */
  readonly withWaiting: number
}

/** How many transactions an account has sent. Throws ChainFailureError. */
export async function readNonces(chain: Client, address: Address): Promise<Nonces> {
  try {
    const [used, withWaiting] = await Promise.all([
      getTransactionCount(chain, { address }),
      getTransactionCount(chain, { address, blockTag: 'pending' }),
    ])
    return { used, withWaiting: Math.max(used, withWaiting) }
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}

/** The coin of an account, in wei. Throws ChainFailureError when nobody answers. */
export async function readBalance(chain: Client, address: Address): Promise<bigint> {
  try {
    return hexToBigInt(await chain.request({ method: 'eth_getBalance', params: [address, 'latest'] }))
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
