import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsRoot } from '../build/index.ts'
import { DeployError } from './DeployError.ts'
import type { DeploymentPlan } from './planDeployment.ts'

/**
 * One lost or stolen key must not own the contract of the real network unless that is said.
 * @throws {DeployError} plain-owner
 */
export function requireSafeOwner(
  { network, terms, isOwnerContract }: Pick<DeploymentPlan, 'network' | 'terms' | 'isOwnerContract'>,
  isPlainOwnerWanted: boolean,
): void {
  if (network.name !== 'avalanche' || isOwnerContract || isPlainOwnerWanted) return
  throw new DeployError(
    'plain-owner',
    `The owner ${terms.owner} is a plain address, so one key would own the contract. Give a multisig as --owner, or say --plain-owner.`,
  )
}

export function escrowSource(): string {
  return readFileSync(join(contractsRoot, 'src/SwapEscrow.sol'), 'utf8')
}

/**
 * The published source names where to report a hole, for as long as the contract exists.
 * @throws {DeployError} no-contact
 */
export function requireSecurityContact(source: string): void {
  const [, contact] = /@custom:security-contact (\S+)/.exec(source) ?? []
  if (contact !== undefined && !contact.endsWith('.example')) return
  throw new DeployError(
    'no-contact',
    `The security contact is ${contact ?? 'missing'}, where nobody can be reached. Put a real one into contracts/src/SwapEscrow.sol and SECURITY.md.`,
  )
}
