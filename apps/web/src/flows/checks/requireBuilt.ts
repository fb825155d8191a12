import { sameAddress, type Address } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import { FlowError } from '../FlowError.ts'
import type { FlowTools } from '../FlowTools.ts'

/** Finds an escrow's deployment. Stops at escrows that the page was not built for (decision Z1). */
export function requireBuilt({ config }: Pick<FlowTools, 'config'>, escrow: Address): EscrowDeployment {
  const deployment = config.escrows.find(({ address }) => sameAddress(address, escrow))
  if (!deployment) throw new FlowError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
  return deployment
}

/**
 * Stops while server and page disagree about the escrows. Required before NFTs are put at risk; taking NFTs out of a
 * known escrow stays possible.
 */
export function requireSameEscrows({ config, foreign }: Pick<FlowTools, 'config' | 'foreign'>): void {
  const [escrow] = foreign
  if (escrow) throw new FlowError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
}

function addressOf({ address }: EscrowDeployment): Address {
  return address
}
