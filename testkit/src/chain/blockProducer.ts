import { setTimeout as delay } from 'node:timers/promises'
import type { LocalClient } from './createLocalClient.ts'

export interface Pace {
  /** A transaction waits at most this long for its block. */
  readonly everyMs: number
  /** Idle time after which empty blocks are mined at the slower pace. */
  readonly quietAfterMs?: number
  /** Pause between empty blocks then: below the 12 s after which a page doubts its server (decision X7). */
  readonly quietEveryMs?: number
}

/** Mines the blocks of a local chain. anvil's own interval mining keeps 1,500 block states at 2 s or less. */
export interface BlockProducer {
  /** Takes over from anvil, which stops mining. */
  start(pace: Pace): Promise<void>
  /** No block is mined until `resume`, and none is in progress when this resolves. */
  pause(): Promise<void>
  resume(): void
  /** Mines a block now for what was just sent. Does nothing while paused, or if anvil mines automatically. */
  now(): Promise<void>
  stop(): Promise<void>
}

/** `onTransactions` runs after each block that isn't empty. */
export function createBlockProducer(client: LocalClient, onTransactions: () => void): BlockProducer {
  const stopping = new AbortController()
  let isStarted = false
  let paused = false
  let making: Promise<void> = Promise.resolve()
  let running: Promise<void> = Promise.resolve()

  async function run({ everyMs, quietAfterMs = 600_000, quietEveryMs = 8_000 }: Pace): Promise<void> {
    let usedAtMs = performance.now()
    let minedAtMs = usedAtMs
    let newest = await client.getBlockNumber({ cacheTime: 0 })
    const tick = async (): Promise<void> => {
      const nowMs = performance.now()
      const isQuiet = nowMs - usedAtMs >= quietAfterMs && nowMs - minedAtMs < quietEveryMs
      if (isQuiet && (await client.getTxpoolStatus()).pending === 0) return
      await client.mine({ blocks: 1 })
      minedAtMs = nowMs
      const { number, transactions } = await client.getBlock()
      // Off by more than one: another miner is active too, and its blocks may hold transactions.
      const isEmpty = transactions.length === 0 && number === newest + 1n
      newest = number
      if (isEmpty) return
      usedAtMs = nowMs
      onTransactions()
    }
    while (!stopping.signal.aborted) {
      const startedMs = performance.now()
      // No answer: anvil exited or is busy. Its owner learns of an exit, and the next tick retries.
      if (!paused) await (making = tick().catch(() => undefined))
      const restMs = Math.max(0, everyMs - (performance.now() - startedMs))
      await delay(restMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  return {
    start: async (pace) => {
      await client.setAutomine(false)
      isStarted = true
      running = run(pace)
    },
    pause: () => {
      paused = true
      return making
    },
    resume: () => {
      paused = false
    },
    now: async () => {
      if (isStarted && !paused) await client.mine({ blocks: 1 })
    },
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
