export const contracts = ['floor', 'textbook', 'parley'] as const
export const operations = ['create', 'accept', 'cancel', 'cancelExpired'] as const

export type Measured = (typeof contracts)[number]
export type Operation = (typeof operations)[number]

/** The circumstances of a swap that decide what its transfers cost. */
export interface Circumstances {
  /** NFTs on each side. */
  readonly perSide: 1 | 5 | 20
  /** All of one collection a side, or each of its own. */
  readonly spread: 'one' | 'distinct'
  /** Warm: creator, recipient and escrow already hold others of every collection. */
  readonly balances: 'warm' | 'cold'
  readonly token: 'plain' | 'enumerable'
  /** By `setApprovalForAll`, or one `approve` an NFT. */
  readonly approval: 'all' | 'single'
}

export interface GasCase extends Circumstances {
  readonly operation: Operation
}

const sizes = [
  { perSide: 1, spread: 'one' },
  { perSide: 5, spread: 'one' },
  { perSide: 5, spread: 'distinct' },
  { perSide: 20, spread: 'one' },
  { perSide: 20, spread: 'distinct' },
] as const

/** Every combination that differs. */
export const circumstances: readonly Circumstances[] = (['plain', 'enumerable'] as const).flatMap((token) =>
  (['all', 'single'] as const).flatMap((approval) =>
    (['warm', 'cold'] as const).flatMap((balances) => sizes.map((size) => ({ ...size, balances, token, approval }))),
  ),
)

/** A case's name in tables and in the snapshot. */
export function caseName(gasCase: GasCase): string {
  const { operation, perSide, spread, balances, token, approval } = gasCase
  return `${operation} ${perSide}x${perSide} ${spread} ${balances} ${token} approve-${approval}`
}
