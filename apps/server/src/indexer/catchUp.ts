import { beginBootstraps } from './beginBootstraps.ts'
import { checkEscrows, WrongChainError } from './checkDeployment.ts'
import { checkIdentity } from './checkIdentity.ts'
import { readCheckpoints } from './checkpoints.ts'
import { fillGaps } from './fillGaps.ts'
import { followLeader } from './followLeader.ts'
import type { IndexRun } from './indexRun.ts'
import { nextReading, readAll } from './readAll.ts'
import { readHead, type Header } from './reads/headers.ts'
import { startOver } from './startOver.ts'
import { wasPutBack } from './wasPutBack.ts'

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
  const isNew = head.number !== state.head?.number
  state.head = head
  if (await context.db.leadership.lead()) await readUpTo(run, head)
  else {
    state.knowsChain = false
    await followLeader(run, head)
  }
  if (isNew) context.live.publish([{ type: 'head', block: head.number, timestamp: head.timeS }])
}

async function readUpTo(run: IndexRun, head: Header): Promise<void> {
  const { context, state } = run
  if (!state.knowsChain) await checkIdentity(run)
  state.knowsChain = true
  const checkpoints = await readCheckpoints(context.db.write)
  const isGone = wasPutBack(run, checkpoints, head)
  const first = nextReading(run, head, checkpoints)
  if (await isGone) {
    await startOver(run)
    await readAll(run, head, nextReading(run, head, new Map()))
  } else {
    await readAll(run, head, first)
  }
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
