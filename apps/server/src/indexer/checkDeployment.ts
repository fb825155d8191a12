import { codeHashOf } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Deployment } from '@parley/protocol'
import type { PublicClient } from 'viem'

/** The endpoints serve another chain than the deployment's. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError'

  constructor(found: number, wanted: number) {
    super(`the endpoints of RPC_URLS are of chain ${found}, the deployment is of chain ${wanted}`)
  }
}

/** An escrow's address has no contract, or a different one. */
export class WrongEscrowError extends Error {
  override readonly name = 'WrongEscrowError'

  constructor(address: Address, found: string | null) {
    super(
      found === null
        ? `there is no contract at ${address}, where the deployment has an escrow`
        : `the contract at ${address} is not the escrow of the deployment`,
    )
  }
}

/**
 * Verifies that the chain has the deployment's escrows; a chain id alone proves nothing (decision C7).
 *
 * @throws {WrongEscrowError} for the first missing escrow.
 */
export async function checkEscrows(chain: PublicClient, { escrows }: Deployment): Promise<void> {
  const codes = await Promise.all(escrows.map(({ address }) => chain.getCode({ address })))
  escrows.forEach(({ address, codeHash, immutables }, index) => {
    const found = codeHashOf(codes[index], immutables)
    if (found !== codeHash) throw new WrongEscrowError(address, found)
  })
}
