import type { Address } from '@parley/domain'
import type { Client } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { ChainFailureError } from '../failures/ChainFailureError.ts'

export interface Nonces {
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
