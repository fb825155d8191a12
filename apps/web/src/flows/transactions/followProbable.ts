import { readNonces } from '@parley/chain'
import type { FollowTools } from './FollowTools.ts'
import type { TransactionNews } from './TransactionNews.ts'

/** What the chain has not shown by then has not happened (decision C4). */
export const probablePatienceMs = 600_000
/** Endpoints may be a few blocks apart: before that, a count without waiting transactions proves nothing. */
export const settleMs = 15_000
const pollMs = 3_000

/**
 * Decision C4: a transaction was probably sent before. The chain decides: it went through when the offer is closed, and it
 * did not when the account has nothing waiting any more and the offer is still open.
 */
export async function followProbable(
  { chain, clock, account, signal }: FollowTools,
  sinceMs: number,
  isClosed: () => Promise<boolean>,
): Promise<TransactionNews> {
  for (;;) {
    const [closed, waiting] = await Promise.all([
      isClosed().catch(() => false),
      readNonces(chain, account).then(
        ({ used, withWaiting }) => withWaiting > used,
        () => true,
      ),
    ])
    if (closed) return { kind: 'proved' }
    const waitedMs = clock.now() - sinceMs
    if ((!waiting && waitedMs >= settleMs) || waitedMs >= probablePatienceMs) return { kind: 'disproved' }
    await clock.sleep(pollMs, signal)
  }
}
