import type { Context } from '../context.ts'
import { checkEscrows, checkIdentity, rebuildIndex, wasChainReset, WrongChainError } from './reorg.ts'
import { createRangeSize, readCheckpoints } from './checkpoints.ts'
import type { Indexer, IndexRun, RunState } from './indexer.ts'
import type { LogConsumer } from './logConsumer.ts'
import { fillGaps } from './logGaps.ts'
import { beginBootstraps, nextReading, readAll } from './readAll.ts'
import { type Header, readHead } from './reads/rpcBlocks.ts'
import { coalesce, sleep } from '../lib/async.ts'
import { failureText } from '../log.ts'

const maxBackoffMs = 10_000
const failuresBeforeSteppingDown = 3

/** An indexer for several consumers, each with its own checkpoint. */
export function createIndexer(context: Context, consumers: readonly LogConsumer[]): Indexer {
  const stopping = new AbortController()
  const state: RunState = {
    head: null,
    indexedBlock: null,
    answeredAtMs: null,
    leads: false,
    rivalAtMs: null,
    failure: null,
    publishedBlock: null,
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

  const stepDown = () => {
    state.leads = false
    return context.db.leadership.stepDown().catch((error: unknown) => {
      context.log.warn({ err: error }, 'the lead could not be given up')
    })
  }

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

/**
 * Reads from each consumer's checkpoint up to the head of the chain.
 *
 * Costs one request if nothing is new, otherwise two; the second fetches logs and, if the head alone can't tell, verifies
 * that the chain is still the same.
 */
export async function catchUp(run: IndexRun): Promise<void> {
  const { context, state } = run
  if (state.head === null) await checkChain(run)
  const head = await readHead(context.chain)
  state.answeredAtMs = performance.now()
  state.head = head
  state.leads = await context.db.leadership.lead()
  if (state.leads) await readUpTo(run, head)
  // It may have turned out that another one leads.
  if (!state.leads) {
    state.knowsChain = false
    await followLeader(run, head)
  }
  // Also where an earlier run failed after it had seen the block.
  if (head.number === state.publishedBlock) return
  state.publishedBlock = head.number
  context.live.publish([{ type: 'head', block: head.number, timestamp: head.timeS }])
}

async function readUpTo(run: IndexRun, head: Header): Promise<void> {
  const { context, state } = run
  if (!state.knowsChain) await checkIdentity(run)
  state.knowsChain = true
  const checkpoints = await readCheckpoints(context.db.write)
  const isGone = wasChainReset(run, checkpoints, head)
  const first = nextReading(run, head, checkpoints)
  if (await isGone) {
    await rebuildIndex(run)
    await readAll(run, head, nextReading(run, head, new Map()))
  } else {
    await readAll(run, head, first)
  }
  if (!state.leads) return
  const reached = await readCheckpoints(context.db.write)
  beginBootstraps(run, reached, head)
  fillGaps(run, reached)
  if (!state.hasUnchecked || run.signal.aborted) return
  state.hasUnchecked = false
  for (const consumer of run.consumers) consumer.recheck?.()
}

/** At startup: verifies that the endpoints serve the deployment's chain and escrows. */
async function checkChain({ context }: IndexRun): Promise<void> {
  const { deployment } = context.config
  const chainId = await context.chain.getChainId()
  if (chainId !== deployment.chainId) throw new WrongChainError(chainId, deployment.chainId)
  await checkEscrows(context.chain, deployment)
}

const patienceMs = 3_000
const betweenLooksMs = 100

/** Waits, up to a limit, until the leading server has indexed up to `head`. */
async function followLeader({ context, consumers, state, signal }: IndexRun, head: Header): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  for (;;) {
    const checkpoints = await readCheckpoints(context.db.read)
    const blocks = consumers.flatMap(({ key }) => checkpoints.get(key)?.block ?? [])
    state.indexedBlock = blocks.length === 0 ? null : Math.min(...blocks)
    if (deadline.aborted || (state.indexedBlock !== null && state.indexedBlock >= head.number)) return
    await sleep(betweenLooksMs, deadline)
  }
}
