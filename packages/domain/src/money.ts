/** The platform fee shown until the contract has been read. Never used for sending (decision G2). */
export const assumedFeeWei = 10_000_000_000_000_000n

/** The unit of every network's coin. */
export const coinSymbol = 'AVAX'

/**
 * An exact amount without its unit, never negative. As viem's `formatEther`, whose module would be a seventh of what an
 * offer's first view loads.
 */
export function coinAmount(wei: bigint): string {
  const digits = String(wei).padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return digits.slice(0, -18) + (fraction && `.${fraction}`)
}

/** An exact amount with its unit, as a side of a deal lists it. */
export function coinText(wei: bigint): string {
  return `${coinAmount(wei)} ${coinSymbol}`
}

/**
 * Formats an amount with three to `maxDecimals` decimals. Rounds up, so that users never pay more than shown.
 *
 * @example formatCoin(24_000_000_000_000_000n) // '0.024'
 */
export function formatCoin(wei: bigint, maxDecimals = 4): string {
  const step = 10n ** BigInt(18 - maxDecimals)
  const rounded = ((wei + step - 1n) / step) * step
  const [whole = '0', fraction = ''] = coinAmount(rounded).split('.')
  return `${whole}.${fraction.padEnd(3, '0')}`
}

/** A transaction's kind, which decides its ceilings. */
export type GasPurpose = 'createSingle' | 'createMulti' | 'accept' | 'cancel' | 'recover' | 'claim' | 'approve' | 'own'

export interface GasRule {
  /** Maximum gas limit, unless the estimate alone exceeds it. */
  readonly ceilingGas: bigint
  /** Maximum priority fee. */
  readonly priorityFeeCeilingGwei: number
  /** Fallback without an estimate: worst case of cold balances and enumerable collections. */
  readonly baseGas: bigint
  readonly gasPerNft: bigint
}

const leave = { ceilingGas: 500_000n, priorityFeeCeilingGwei: 25, baseGas: 60_000n, gasPerNft: 72_000n }

/**
 * Ceilings from the specification, and a table by item count for failed estimates (decision G1). Plain values: a build keeps
 * spread objects even where nothing reads them, as in an offer's first view.
 */
export const gasRules: Readonly<Record<GasPurpose, GasRule>> = {
  createSingle: { ceilingGas: 1_000_000n, priorityFeeCeilingGwei: 25, baseGas: 150_000n, gasPerNft: 65_000n },
  createMulti: { ceilingGas: 2_000_000n, priorityFeeCeilingGwei: 50, baseGas: 150_000n, gasPerNft: 65_000n },
  accept: { ceilingGas: 500_000n, priorityFeeCeilingGwei: 25, baseGas: 100_000n, gasPerNft: 73_000n },
  cancel: leave,
  recover: { ceilingGas: 500_000n, priorityFeeCeilingGwei: 50, baseGas: 60_000n, gasPerNft: 72_000n },
  claim: leave,
  approve: { ceilingGas: 200_000n, priorityFeeCeilingGwei: 25, baseGas: 100_000n, gasPerNft: 0n },
  own: { ceilingGas: 300_000n, priorityFeeCeilingGwei: 50, baseGas: 150_000n, gasPerNft: 0n },
}

/** An approval's rule: collections with their own priority fee also get a higher gas ceiling. */
export function approvalGasRule(priorityFeeGwei: number | undefined): GasRule {
  if (priorityFeeGwei === undefined) return gasRules.approve
  return { ...gasRules.approve, ceilingGas: 300_000n, priorityFeeCeilingGwei: priorityFeeGwei }
}

/**
 * Computes the gas limit to send.
 *
 * @param estimatedGas null if estimating got no answer (never after a revert: such a transaction isn't sent).
 * @param nftCount NFTs that the transaction touches.
 */
export function gasLimit(rule: GasRule, estimatedGas: bigint | null, nftCount: number, blockGasLimit: bigint): bigint {
  return smaller(wantedGas(rule, estimatedGas, nftCount), blockGasLimit)
}

function wantedGas(rule: GasRule, estimatedGas: bigint | null, nftCount: number): bigint {
  if (estimatedGas === null) return larger(rule.ceilingGas, rule.baseGas + rule.gasPerNft * BigInt(nftCount))
  const withMargin = estimatedGas + (estimatedGas + 4n) / 5n
  return estimatedGas > rule.ceilingGas ? withMargin : smaller(withMargin, rule.ceilingGas)
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
