import { codeHashOf } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Deployment } from '@parley/protocol'
import type { PublicClient } from 'viem'

/** The endpoints speak of another chain than the deployment. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError'

  constructor(found: number, wanted: number) {
    super(`the endpoints of RPC_URLS are of chain ${found}, the deployment is of chain ${wanted}`)
  }
}

/** At an escrow's address there is no contract, or another. Its logs would be nobody's offers. */
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
 * Whether the chain has what the deployment says: the same id does not make it the same chain (decision C7).
 *
 * @throws {WrongEscrowError} for the first escrow that is not there.
 */
export async function checkEscrows(chain: PublicClient, { escrows }: Deployment): Promise<void> {
  const codes = await Promise.all(escrows.map(({ address }) => chain.getCode({ address })))
  escrows.forEach(({ address, codeHash, immutables }, index) => {
    const found = codeHashOf(codes[index], immutables)
    if (found !== codeHash) throw new WrongEscrowError(address, found)
  })
}
