/** Source and interval of Trade Stats. */
export interface StatsConfig {
  /** An Etherscan-compatible API; null uses the index only. */
  readonly explorer: ExplorerChoice | null
  /** Refresh interval. */
  readonly refreshMs: number
}

export interface ExplorerChoice {
  readonly url: string
  readonly apiKey: string | null
  /** First block of the all-time list; null uses the deployment's. */
  readonly fromBlock: number | null
}

export const defaultRefreshS = 4 * 60 * 60
