import type { Address } from '@parley/domain'

/** A person whose account the local node keeps unlocked. The node signs; the page holds no key. */
export interface DemoPerson {
  readonly name: string
  readonly address: Address
}
