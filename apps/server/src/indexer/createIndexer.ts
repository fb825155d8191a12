import type { Context } from '../context.ts'
import { catchUp } from './catchUp.ts'
import { failureText } from '../log.ts'
import type { Indexer } from './indexer.ts'
import type { IndexRun, RunState } from './indexRun.ts'
import { coalesce, sleep } from '../lib/async.ts'
import type { LogConsumer } from './logConsumer.ts'
import { createRangeSize } from './blockRanges.ts'

const maxBackoffMs = 10_000
const failuresBeforeSteppingDown = 3

/** An indexer for several consumers, each with its own checkpoint. */
export function createIndexer(context: Context, consumers: readonly LogConsumer[]): Indexer {
  const stopping = new AbortController()
  const state: RunState = {
    head: null,
    indexedBlock: null,
    answeredAtMs: null,
    failure: null,
    generation: 0,
    knowsChain: false,
    hasUnchecked: false,
  }
  const run: IndexRun = {
    context,
    consumers,
    state,
    rangeSize: createRangeSize(),
    bootstraps: new Map(),
    signal: stopping.signal,
  }
  const shared = coalesce(async () => {
    try {
      await catchUp(run)
      state.failure = null
    } catch (error) {
      state.failure = failureText(error)
      throw error
    }
  })
  let following: Promise<void> = Promise.resolve()

  const stepDown = () =>
    context.db.leadership.stepDown().catch((error: unknown) => {
      context.log.warn({ err: error }, 'the lead could not be given up')
    })

  async function follow(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await shared()
        failures = 0
      } catch (error) {
        failures += 1
        // Another server may have working endpoints.
        if (failures === failuresBeforeSteppingDown) await stepDown()
        if (!stopping.signal.aborted)
          context.log.warn({ reason: failureText(error), failures }, 'the index could not be brought up to date')
      }
      await sleep(Math.min(maxBackoffMs, context.config.pollMs * 2 ** Math.min(failures, 10)), stopping.signal)
    }
  }

  return {
    status: () => ({ ...state }),
    catchUp: shared,
    start() {
      following = follow()
    },
    async stop() {
      stopping.abort()
      await following
      await Promise.all(run.bootstraps.values())
    },
  }
}
