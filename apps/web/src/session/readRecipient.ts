import { findCollection, parseAddress, sameAddress, type Address, type AddressProblem } from '@parley/domain'
import type { PageDeployment } from '@parley/protocol'
import { isBuiltFor } from './builtFor.ts'

/** Problems of a friend's address beyond its format. */
export type RecipientProblem = AddressProblem | 'own' | 'escrow' | 'collection'

/** Reads a friend's address: not one's own, and neither the escrow's nor a collection's (decision K10). */
export function readRecipient(
  text: string,
  viewer: Address | null,
  config: Pick<PageDeployment, 'escrows' | 'collections'>,
): { address: Address } | { problem: RecipientProblem } {
  const parsed = parseAddress(text)
  if ('problem' in parsed) return parsed
  const { address } = parsed
  if (viewer && sameAddress(address, viewer)) return { problem: 'own' }
  if (isBuiltFor(config, address)) return { problem: 'escrow' }
  if (findCollection(config.collections, address)) return { problem: 'collection' }
  return { address }
}
