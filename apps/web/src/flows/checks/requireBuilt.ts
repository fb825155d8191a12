import { sameAddress, type Address } from '@parley/domain'
import type { EscrowDeployment } from '@parley/protocol'
import { FlowError } from '../FlowError.ts'
import type { FlowTools } from '../FlowTools.ts'

/** The deployment of an escrow. Stops at one that the page was not built for, whoever named it (decision Z1). */
export function requireBuilt({ config }: Pick<FlowTools, 'config'>, escrow: Address): EscrowDeployment {
  const deployment = config.escrows.find(({ address }) => sameAddress(address, escrow))
  if (!deployment) throw new FlowError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
  return deployment
}

/**
 * Stops while server and page disagree about the escrows. Asked before anything is put at stake; what is in an escrow that the page
 * was built for can be taken out all the same.
 */
export function requireSameEscrows({ config, foreign }: Pick<FlowTools, 'config' | 'foreign'>): void {
  const [escrow] = foreign
  if (escrow) throw new FlowError({ kind: 'unknown-escrow', escrow, built: config.escrows.map(addressOf) })
}

function addressOf({ address }: EscrowDeployment): Address {
  return address
}
