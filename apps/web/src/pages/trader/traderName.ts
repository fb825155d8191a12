import type { Address } from '@parley/domain'
import { shorten } from '../../ui/Address.tsx'

/** What the trader's pages call an address. */
export function traderName(address: Address): string {
  return shorten(address)
}
