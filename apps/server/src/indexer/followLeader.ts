import type { Header } from './reads/headers.ts'
import { readCheckpoints } from './checkpoints.ts'
import type { IndexRun } from './indexRun.ts'
import { pause } from './pause.ts'

const patienceMs = 3_000
const betweenLooksMs = 100

/** Waits, up to a limit, until the leading server has indexed up to `head`. */
export async function followLeader({ context, consumers, state, signal }: IndexRun, head: Header): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  for (;;) {
    const checkpoints = await readCheckpoints(context.db.read)
    const blocks = consumers.flatMap(({ key }) => checkpoints.get(key)?.block ?? [])
    state.indexedBlock = blocks.length === 0 ? null : Math.min(...blocks)
    if (deadline.aborted || (state.indexedBlock !== null && state.indexedBlock >= head.number)) return
    await pause(betweenLooksMs, deadline)
  }
}
