import type { Chain } from '../chain/startChain.ts'

/** The chain's time, which offers go by. A browser has a clock of its own. */
export interface ChainClock {
  /** Time of the newest block, unix seconds. */
  nowS(): Promise<number>
  /** Advances time by this much, and mines a block at its end. */
  advance(seconds: number): Promise<void>
}

export function chainClock({ client }: Pick<Chain, 'client'>): ChainClock {
  return {
    nowS: async () => Number((await client.getBlock()).timestamp),
    advance: async (seconds) => {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
  }
}
