import { advance } from './advance.ts'
import { followAsked } from './followAsked.ts'
import { followProbable } from './followProbable.ts'
import { followSent } from './followSent.ts'
import type { FollowTools } from './FollowTools.ts'
import { hasHappened } from './hasHappened.ts'
import { isUnfinished, type TrackedTransaction } from './TrackedTransaction.ts'
import type { NoteNews, TransactionNews } from './TransactionNews.ts'

/**
 * Follows a transaction whose page was closed or reloaded to its end. Call it only with the transaction's lock. Rejects
 * with the signal's reason.
 */
export async function followTransaction(
  tools: FollowTools,
  tracked: TrackedTransaction,
  note: NoteNews,
): Promise<TrackedTransaction> {
  let now = tracked
  while (isUnfinished(now)) {
    tools.signal.throwIfAborted()
    const news = await nextNews(tools, now, (seen) => {
      now = advance(now, seen, tools.clock.now())
      note(seen)
    })
    now = advance(now, news, tools.clock.now())
    note(news)
  }
  return now
}

async function nextNews(tools: FollowTools, tracked: TrackedTransaction, note: NoteNews): Promise<TransactionNews> {
  const { state } = tracked
  switch (state.at) {
    case 'asking':
      return followAsked(tools, tracked, state, note)
    case 'sent':
      return followSent(tools, tracked.escrow, state, note)
    case 'probable':
      return followProbable(tools, state.sinceMs, () => hasHappened(tools.chain, tracked))
    case 'confirmed':
      await tools.indexed(state.block, tools.signal)
      return { kind: 'indexed' }
    default:
      return { kind: 'abandoned' }
  }
}
