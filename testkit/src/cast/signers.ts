import type { Address } from '@parley/domain'
import type { Hex } from 'viem'

/** Signs texts for accounts whose keys the node doesn't have, as a wallet would. */
export const signers = new Map<Address, (raw: Hex) => Promise<Hex>>()
