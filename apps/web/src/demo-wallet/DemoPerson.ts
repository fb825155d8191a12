import type { Address } from '@parley/domain'

/** Somebody whose account the local node keeps open. The node signs; no key is in the page. */
export interface DemoPerson {
  readonly name: string
  readonly address: Address
}
