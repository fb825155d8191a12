import { formatEther } from 'viem/utils'

/** The platform fee shown until the contract has been read. Never used for sending (decision G2). */
export const assumedFeeWei = 10_000_000_000_000_000n

/** The unit of every network's coin. */
export const coinSymbol = 'AVAX'

/** An exact amount with its unit, as a side of a deal lists it. */
export function coinText(wei: bigint): string {
  return `${formatEther(wei)} ${coinSymbol}`
}

/**
 * Formats an amount with three to `maxDecimals` decimals. Rounds up, so that users never pay more than shown.
 *
 * @example formatCoin(24_000_000_000_000_000n) // '0.024'
 */
export function formatCoin(wei: bigint, maxDecimals = 4): string {
  const step = 10n ** BigInt(18 - maxDecimals)
  const rounded = ((wei + step - 1n) / step) * step
  const [whole = '0', fraction = ''] = formatEther(rounded).split('.')
  return `${whole}.${fraction.padEnd(3, '0')}`
}
