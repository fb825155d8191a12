import type { EscrowState } from '@parley/chain'
import type { Address } from '@parley/domain'

/** What every section of the panel works on. */
export interface Panel {
  readonly escrow: Address
  readonly state: EscrowState
  /** The connected wallet. */
  readonly viewer: Address
  readonly isOwner: boolean
}
