import type { Address } from '@parley/domain'
import {
  isUnderWay,
  isUnfinished,
  type TrackedTransaction,
  type TransactionEvent,
} from '../../actions/tracker/transaction.ts'
import type { Portal } from '../../services/Portal.ts'
import type { Session } from '../../services/Session.ts'
import { refreshAfterAction } from '../../services/queries.ts'
import type { LiveConnection } from '../../services/liveConnection.ts'
import { withTabLock } from '../../services/browser.ts'
import { lockOf } from '../../services/transactions.ts'
import { currentWallet } from '../../services/walletConnection.ts'
import { getConnection, watchConnection } from 'wagmi/actions'

/**
 * Follows the connected account's transactions that no open page follows any more. The page was reloaded or closed, or
 * gave up. Each has a lock, so that one page follows it.
 *
 * @returns a function that stops it.
 */
export function followTransactions(session: Session, portal: Portal): () => void {
  let stop: () => void = () => undefined
  let followed: Address | undefined
  const turnTo = (account: Address | undefined): void => {
    if (account === followed) return
    stop()
    followed = account
    stop = account ? followAccount(session, portal, account) : () => undefined
  }
  turnTo(getConnection(session.wagmi).address)
  const unwatch = watchConnection(session.wagmi, { onChange: ({ address }) => turnTo(address) })
  return () => {
    unwatch()
    stop()
  }
}

function followAccount(session: Session, portal: Portal, account: Address): () => void {
  const store = session.transactions.of(account)
  const ended = new AbortController()
  const taken = new Set<string>()
  const takeUp = (): void => {
    for (const tracked of store.getState()) {
      if (!isUnfinished(tracked) || taken.has(tracked.id)) continue
      taken.add(tracked.id)
      void takeOver({ session, portal, account, id: tracked.id, signal: ended.signal })
    }
  }
  takeUp()
  const unsubscribe = store.subscribe(takeUp)
  return () => {
    unsubscribe()
    ended.abort()
  }
}

interface Follower {
  readonly session: Session
  readonly portal: Portal
  readonly account: Address
  readonly id: string
  readonly signal: AbortSignal
}

/** What keeps a page from following, such as a part of it that cannot be fetched, may pass. */
const retryMs = 10_000

/** Waits until no other tab follows the transaction, then follows it. Ends with the signal or the transaction. */
async function takeOver(follower: Follower): Promise<void> {
  const { session, id, signal } = follower
  while (!signal.aborted) {
    try {
      await withTabLock(lockOf({ id }), () => followFromHere(follower), signal)
      return
    } catch (error) {
      if (signal.aborted) return
      console.error(error)
      await session.clock.sleep(retryMs, signal).catch(() => undefined)
    }
  }
}

async function followFromHere(follower: Follower): Promise<void> {
  const { session, account, id } = follower
  const now = session.transactions
    .of(account)
    .getState()
    .find((one) => one.id === id)
  if (now && isUnfinished(now)) await follow(follower, now)
}

async function follow({ session, portal, account, id, signal }: Follower, now: TrackedTransaction): Promise<void> {
  // Most visits have nothing to take over: it is fetched when there is.
  const [{ followTransaction }, { describeRevert }] = await Promise.all([
    import('../../actions/tracker/followTransaction.ts'),
    import('../../services/runAction.ts'),
  ])
  const wasOpen = isUnderWay(now)
  const { chain, clock, live, transactions, wagmi } = session
  const tools = {
    chain,
    clock,
    account,
    wallet: async () => {
      const wallet = await currentWallet(wagmi)
      return wallet?.address === account ? wallet : null
    },
    signal,
    indexed: (block: number, until: AbortSignal) => awaitIndexed(live, block, until),
    explain: describeRevert(session, portal),
  }
  await followTransaction(tools, now, (event) => {
    transactions.note(account, id, event)
    if (wasOpen && changesLists(event)) void refreshAfterAction(session)
  })
}

function changesLists(event: TransactionEvent): boolean {
  if (event.kind === 'failed') return event.cause.kind === 'reverted'
  return (
    event.kind === 'included' ||
    event.kind === 'confirmedByState' ||
    (event.kind === 'notSent' && event.cause === 'noEffect')
  )
}

/**
 * Resolves once the server reports a block as indexed, and waits while it is unreachable. Rejects with the signal's
 * reason.
 */
export function awaitIndexed(live: LiveConnection, block: number, signal: AbortSignal): Promise<void> {
  const reached = (): boolean => (live.store.getState().indexedBlock ?? -1) >= block
  if (reached()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const unsubscribe = live.store.subscribe(() => {
      if (!reached()) return
      unsubscribe()
      signal.removeEventListener('abort', stop)
      resolve()
    })
    const stop = (): void => {
      unsubscribe()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
