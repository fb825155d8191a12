import { readNonces } from '@parley/chain'
import type { FollowTools } from './FollowTools.ts'
import type { TransactionNews } from './TransactionNews.ts'

/** What the chain has not shown by then has not happened (decision C4). */
export const probablePatienceMs = 600_000
/** Endpoints may be a few blocks apart. Before this time, a nonce without pending transactions proves nothing. */
export const settleMs = 15_000
const pollMs = 3_000

/**
 * Decision C4: a transaction was probably sent before. The chain decides: it went through when what it was for has
 * happened, and it did not when the account has nothing waiting any more and nothing has happened. Where the chain cannot be
 * asked, neither is known, and the question is put again.
 */
export async function followProbable(
  { chain, clock, account, signal }: FollowTools,
  sinceMs: number,
  hasHappened: () => Promise<boolean>,
): Promise<TransactionNews> {
  for (;;) {
    const [happened, waiting] = await Promise.all([
      hasHappened().catch(() => null),
      readNonces(chain, account).then(
        ({ used, withWaiting }) => withWaiting > used,
        () => true,
      ),
    ])
    if (happened) return { kind: 'proved' }
    const waitedMs = clock.now() - sinceMs
    if ((happened === false && !waiting && waitedMs >= settleMs) || waitedMs >= probablePatienceMs)
      return { kind: 'disproved' }
    await clock.sleep(pollMs, signal)
  }
}
