export const contracts = ['floor', 'textbook', 'parley', 'bare'] as const
export const operations = ['create', 'accept', 'cancel', 'cancelExpired'] as const

export type Measured = (typeof contracts)[number]
export type Operation = (typeof operations)[number]

/** The usual compiler settings. */
export const ordinarily = { viaIR: false, optimizer: { enabled: true, runs: 200 } } as const

/** The sides of a swap that include coins. */
export type Coins = 'both' | 'offered' | 'requested'

/** The properties of a swap that decide the cost of its transfers. */
export interface Circumstances {
  /** NFTs on each side. */
  readonly perSide: 1 | 5 | 20
  /** One collection per side, or a different one per NFT. */
  readonly spread: 'one' | 'distinct'
  /** Warm: creator, recipient and escrow already hold others of every collection. */
  readonly balances: 'warm' | 'cold'
  /** Plain and enumerable tokens are compiled like the escrow. Ordinary ones aren't, and their ids are far apart. */
  readonly token: 'plain' | 'enumerable' | 'ordinary'
  /** By `setApprovalForAll`, or one `approve` per NFT. */
  readonly approval: 'all' | 'single'
  readonly coins?: Coins
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

/** Every distinct combination without coins. */
export const circumstances: readonly Circumstances[] = (['plain', 'enumerable'] as const).flatMap((token) =>
  (['all', 'single'] as const).flatMap((approval) =>
    (['warm', 'cold'] as const).flatMap((balances) => sizes.map((size) => ({ ...size, balances, token, approval }))),
  ),
)

/** Both kinds of token, with and without coins. */
export const coinCircumstances: readonly Circumstances[] = (['plain', 'ordinary'] as const).flatMap((token) =>
  ([undefined, 'both', 'offered', 'requested'] as const).flatMap((coins) =>
    ([1, 5, 20] as const).map((perSide) => {
      const given = { perSide, spread: 'one', balances: 'warm', token, approval: 'all' } as const
      return coins === undefined ? given : { ...given, coins }
    }),
  ),
)

/** A case's name in tables and in the snapshot. */
export function caseName(gasCase: GasCase): string {
  const { operation, perSide, spread, balances, token, approval, coins } = gasCase
  const name = `${operation} ${perSide}x${perSide} ${spread} ${balances} ${token} approve-${approval}`
  return coins === undefined ? name : `${name} coins-${coins}`
}
