import { findSentCall, readNonces, type SentSearch } from '@parley/chain'
import type { FollowTools } from './FollowTools.ts'
import type { StateAt, TrackedTransaction } from './TrackedTransaction.ts'
import type { NoteNews, TransactionNews } from './TransactionNews.ts'

/** A wallet may keep a request open after its page is gone, but hardly longer than this. */
export const askingPatienceMs = 1_800_000
/** After a wallet error, a transaction that was sent anyway is mined soon or never. */
export const doubtPatienceMs = 120_000
/** Sooner, if by then the account's nonce has not moved and it has nothing pending. */
export const doubtSettleMs = 10_000
const pollMs = 3_000

/** Searches for a transaction sent after its page was gone, by the account's nonces and the call. */
export async function followAsked(
  { chain, clock, account, signal }: FollowTools,
  { changedAtMs }: Pick<TrackedTransaction, 'changedAtMs'>,
  state: StateAt<'asking'>,
  note: NoteNews,
): Promise<TransactionNews> {
  const endsAtMs = state.doubtedAtMs === null ? changedAtMs + askingPatienceMs : state.doubtedAtMs + doubtPatienceMs
  let fromNonce = state.nonce
  for (;;) {
    const search = await find({ fromNonce })
    if (search?.kind === 'found') return { kind: 'sent', txHash: search.txHash }
    if (search && search.nextNonce > fromNonce) {
      fromNonce = search.nextNonce
      note({ kind: 'searched', nextNonce: fromNonce })
    } else if (search && (clock.now() >= endsAtMs || (await isPlainlyUnsent(fromNonce)))) return { kind: 'unfound' }
    await clock.sleep(pollMs, signal)
  }

  /** The wallet returned an error, and the network has heard nothing from the account since. */
  async function isPlainlyUnsent(nonce: number): Promise<boolean> {
    if (state.doubtedAtMs === null || clock.now() < state.doubtedAtMs + doubtSettleMs) return false
    const nonces = await readNonces(chain, account).catch(() => null)
    return nonces?.withWaiting === nonce
  }

  async function find(where: { fromNonce: number }): Promise<SentSearch | null> {
    try {
      return await findSentCall(chain, account, { ...where, mark: state.mark })
    } catch {
      // No endpoint answers right now. That says nothing about the transaction, so the search continues.
      return null
    }
  }
}
