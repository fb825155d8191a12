import { classify, type Revert } from '@parley/chain'
import { assumedFeeWei, type OfferId, type Address } from '@parley/domain'
import { type Message, renderMessage } from '../text/message.ts'
import { explainFailure, type MessageContext, signingMessages } from '../text/explainFailure.ts'
import { ActionError, type ActionFailure, type ActionTools } from '../actions/action.ts'
import { type Action, beginAction, endAction, reportStep, lockOf } from './transactions.ts'
import type { Portal } from './Portal.ts'
import { queryKeys, refreshAfterAction } from './queries.ts'
import type { Session } from './Session.ts'
import { currentWallet } from './walletConnection.ts'
import { getConnection } from 'wagmi/actions'
import { isUnderWay, type TrackedTransaction } from '../actions/tracker/transaction.ts'
import { withTabLock } from './browser.ts'
import { revertMessage } from '../text/contractErrors.ts'

/**
 * Runs a flow for the page, one at a time. Shows its steps, reports its failure in the portal's texts, and refreshes
 * stale queries.
 *
 * @returns whether it succeeded.
 */
export async function runAction(session: Session, portal: Portal, action: Action): Promise<boolean> {
  if (findConflict(session, action)) {
    say(session, action, [{ ...renderMessage(signingMessages, 'transactionUnderWay'), tone: 'warning' }], null)
    return false
  }
  if (!beginAction(session.actions, action.kind, action.subject)) return false
  try {
    return await tracked(session, action, (track) => perform({ session, portal, action, track }))
  } finally {
    endAction(session.actions)
  }
}

/** The message, with a link to what the running action has sent. */
export function withTransaction({ actions, config }: Session, said: Message): Message {
  const hash = actions.getState().running?.steps.findLast((step) => step.txHash)?.txHash
  if (!hash || config.explorerUrl === null) return said
  return { ...said, transactionUrl: `${config.explorerUrl}/tx/${hash}` }
}

interface Performance {
  readonly session: Session
  readonly portal: Portal
  readonly action: Action
  readonly track: Track
}

async function perform({ session, portal, action, track }: Performance): Promise<boolean> {
  try {
    await action.run(await toolsOf(session, portal, track))
    reportStep(session.actions, { key: 'success', state: 'done' })
    await Promise.all([track.end(), refresh(session)])
    return true
  } catch (error) {
    const failure = failureOf(error)
    const said = explainFailure(action.kind, failure, wordingOf(session, portal, action.subject))
    say(session, action, said, failure)
    await track.end()
    if (wasSent(session) || tellsOfChange.has(failure.kind) || isRevert(failure)) await refresh(session)
    return false
  }
}

function say(session: Session, { onFailed }: Action, said: readonly Message[], failure: ActionFailure | null): void {
  if (onFailed) return onFailed(said, failure)
  for (const each of said) session.notices.announce(each.channel === 'toast' ? withTransaction(session, each) : each)
}

/** Failures that show the page's lists to be old. A deal that is not finished, or a no in the wallet, shows nothing. */
const tellsOfChange: ReadonlySet<ActionFailure['kind']> = new Set([
  'not-in-wallet',
  'not-owned',
  'other-recipient',
  'offer-unknown',
  'chain-differs',
  'fee-changed',
])

function isRevert(failure: ActionFailure): boolean {
  return failure.kind === 'chain' && failure.failure.kind === 'reverted'
}

function wasSent({ actions }: Session): boolean {
  return actions.getState().running?.steps.some((step) => step.key === 'send' && step.state === 'done') ?? false
}

async function refresh(session: Session): Promise<void> {
  reportStep(session.actions, { key: 'refresh', state: 'running' })
  await refreshAfterAction(session)
  reportStep(session.actions, { key: 'refresh', state: 'done' })
}

async function toolsOf(session: Session, portal: Portal, { note }: Track): Promise<ActionTools> {
  const { config, foreign, chain, api, clock, wagmi, actions, queries } = session
  const wallet = await currentWallet(wagmi)
  return {
    config,
    foreign,
    shownFeeWei: (escrow) => queries.getQueryData<bigint>(queryKeys.fee(escrow)) ?? assumedFeeWei,
    chain,
    api,
    clock,
    wallet,
    signsTogether: wallet !== null && queries.getQueryData<boolean>(queryKeys.together(wallet.address)) === true,
    report: (step) => reportStep(actions, step),
    note: (event) => {
      note(event)
      if (event.kind === 'sent') reportStep(actions, { key: 'send', state: 'running', txHash: event.txHash })
    },
    explain: describeRevert(session, portal),
  }
}

function failureOf(error: unknown): ActionFailure {
  if (error instanceof ActionError) return error.failure
  // An unexpected failure: report it, and log it to the console for debugging.
  console.error(error)
  return { kind: 'chain', phase: 'read', failure: classify(error) }
}

function wordingOf({ formatter }: Session, { messages }: Portal, subject: OfferId | null): MessageContext {
  return { messages, formatter, ...(subject === null ? {} : { recoveryHref: `/p2p/${subject}` }) }
}

/** An action's transaction in the tracker. */
interface Track {
  readonly note: ActionTools['note']
  /** The action has ended and its outcome has been said on this page. */
  end(): Promise<void>
}

/**
 * A page that is going away loses its requests first and takes that for a failure. It is gone before this is over, so its
 * last words change nothing.
 */
const lastWordsMs = 100

/** Finds a pending transaction for the same offer, collection or NFTs, which blocks a second one. */
function findConflict(
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
        ((subject !== null && (other.subject === subject || other.items.includes(subject))) ||
          items.some((item) => item === other.subject || other.items.includes(item))),
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
    note: (event) => transactions.note(account, id, event),
    end: async () => {
      await clock.sleep(lastWordsMs)
      const now = transactions
        .of(account)
        .getState()
        .find((one) => one.id === id)
      if (!now) return
      // Nothing went out, and why has been said.
      if (now.state.at === 'preparing' || (now.state.at === 'awaitingWallet' && now.state.ambiguousAtMs === null))
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

/** Why the contract refused, in the portal's words. */
export function describeRevert({ formatter }: Session, { messages }: Portal): (revert: Revert | null) => string {
  return (revert) => (revert && revertMessage(revert, formatter)) ?? messages.reasonReverted
}
