/** Where Trade Stats come from and how often. */
export interface StatsConfig {
  /** An Etherscan-compatible API; null counts from the index alone. */
  readonly explorer: ExplorerChoice | null
  /** How long numbers stand until they are counted again. */
  readonly refreshMs: number
}

export interface ExplorerChoice {
  readonly url: string
  readonly apiKey: string | null
  /** The all-time list begins at this block; null takes the deployment's own first. */
  readonly fromBlock: number | null
}

export const defaultRefreshS = 4 * 60 * 60
