import type { EscrowState } from '@parley/chain'
import type { Address } from '@parley/domain'

/** Props shared by all sections of the panel. */
export interface Panel {
  readonly escrow: Address
  readonly state: EscrowState
  /** The connected wallet. */
  readonly viewer: Address
  readonly isOwner: boolean
}
