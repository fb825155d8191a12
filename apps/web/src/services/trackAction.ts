import type { Address } from '@parley/domain'
import { getConnection } from 'wagmi/actions'
import type { FlowTools } from '../actions/FlowTools.ts'
import { isUnderWay, type TrackedTransaction } from '../actions/tracker/TrackedTransaction.ts'
import type { Action } from './actions.ts'
import type { Session } from './Session.ts'
import { withTabLock } from './tabLock.ts'

/** An action's transaction in the tracker. */
export interface Track {
  readonly note: FlowTools['note']
  /** The action has ended and its outcome has been said on this page. */
  end(): Promise<void>
}

/**
 * A page that is going away loses its requests first and takes that for a failure. It is gone before this is over, so its
 * last words change nothing.
 */
const lastWordsMs = 100

/** The name of the lock that the page holds which brings the transaction about, or follows it. */
export function lockOf({ id }: Pick<TrackedTransaction, 'id'>): string {
  return `transaction-${id}`
}

/** Finds a pending transaction for the same offer, collection or NFTs, which blocks a second one. */
export function rivalOf(
  { transactions, wagmi }: Session,
  { subject, items = [] }: Action,
): TrackedTransaction | undefined {
  const { address } = getConnection(wagmi)
  if (!address) return undefined
  return transactions
    .of(address)
    .getState()
    .find(
      (other) =>
        isUnderWay(other) &&
        ((subject !== null && other.subject === subject) || items.some((item) => other.items.includes(item))),
    )
}

/** Runs an action as the one page that its transaction belongs to. Without a wallet there is nothing to track. */
export async function tracked<T>(session: Session, action: Action, run: (track: Track) => Promise<T>): Promise<T> {
  const { address } = getConnection(session.wagmi)
  if (!address) return run({ note: () => undefined, end: async () => undefined })
  const record = recordOf(session, action)
  return withTabLock(lockOf(record), async () => {
    session.transactions.begin(address, record)
    return run(trackOf(session, address, record.id))
  })
}

function trackOf({ transactions, clock }: Session, account: Address, id: string): Track {
  return {
    note: (news) => transactions.note(account, id, news),
    end: async () => {
      await clock.sleep(lastWordsMs)
      const now = transactions
        .of(account)
        .getState()
        .find((one) => one.id === id)
      if (!now) return
      // Nothing went out, and why has been said.
      if (now.state.at === 'preparing' || (now.state.at === 'asking' && now.state.doubtedAtMs === null))
        transactions.forget(account, id)
      // A user who was elsewhere finds it among the unread results.
      else if (document.visibilityState === 'visible') transactions.tell(account, [id])
    },
  }
}

function recordOf({ clock, config }: Session, { kind, subject, items = [], escrow }: Action): TrackedTransaction {
  const nowMs = clock.now()
  const [newest] = config.escrows
  if (!newest) throw new RangeError('the page was built for no escrow')
  return {
    id: crypto.getRandomValues(new Uint32Array(3)).join('-'),
    kind,
    subject,
    items: [...items],
    escrow: escrow ?? newest.address,
    startedAtMs: nowMs,
    changedAtMs: nowMs,
    state: { at: 'preparing' },
    told: false,
  }
}
