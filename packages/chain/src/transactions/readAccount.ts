import type { Address } from '@parley/domain'
import { type Client, hexToBigInt } from 'viem'
import { ChainFailureError } from '../failures/ChainFailure.ts'
import { getTransactionCount } from 'viem/actions'

interface Nonces {
  /** Mined transactions of the account. */
  readonly used: number
  /** Mined and pending ones. */
  readonly withWaiting: number
}

/** Counts an account's transactions. @throws ChainFailureError */
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

/** An account's balance in wei. @throws ChainFailureError */
export async function readBalance(chain: Client, address: Address): Promise<bigint> {
  try {
    return hexToBigInt(await chain.request({ method: 'eth_getBalance', params: [address, 'latest'] }))
  } catch (error) {
    throw ChainFailureError.from(error)
  }
}
