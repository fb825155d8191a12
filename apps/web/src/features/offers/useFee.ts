import { assumedFeeWei } from '@parley/domain'

export interface PlatformFee {
  readonly wei: bigint
  /** True until the contract has been read: for the screen only, nothing is sent on it (decision G2). */
  readonly assumed: boolean
}

/** The platform fee as the newest escrow has it. */
export function useFee(): PlatformFee {
  return { wei: assumedFeeWei, assumed: true }
}
