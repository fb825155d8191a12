import { classify } from '@parley/chain'
import { assumedFeeWei, type OfferId } from '@parley/domain'
import { FlowError, type FlowFailure } from '../actions/FlowError.ts'
import type { FlowTools } from '../actions/FlowTools.ts'
import type { Said } from '../messages/entry.ts'
import { say } from '../messages/say.ts'
import { sayFailure } from '../messages/sayFailure.ts'
import type { Wording } from '../messages/Wording.ts'
import { type Action, beginAction, endAction, reportStep } from './actions.ts'
import { explainIn } from './explainIn.ts'
import type { Portal } from './Portal.ts'
import { queryKeys } from './queryKeys.ts'
import { refreshAfterAction } from './freshness.ts'
import type { Session } from './Session.ts'
import { rivalOf, tracked, type Track } from './trackAction.ts'
import { currentWallet } from './walletConnection.ts'

/**
 * Runs a flow for the page, one at a time. Shows its steps, reports its failure in the portal's texts, and refreshes
 * stale queries.
 *
 * @returns whether it succeeded.
 */
export async function runAction(session: Session, portal: Portal, action: Action): Promise<boolean> {
  if (rivalOf(session, action)) {
    session.notices.announce({ ...say(portal.messages, 'transactionUnderWay'), tone: 'warning' })
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
export function withTransaction({ actions, config }: Session, said: Said): Said {
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
    const said = sayFailure(action.kind, failure, wordingOf(session, portal, action.subject))
    for (const each of said) session.notices.announce(each.channel === 'toast' ? withTransaction(session, each) : each)
    await track.end()
    if (wasSent(session) || tellsOfChange.has(failure.kind) || isRevert(failure)) await refresh(session)
    return false
  }
}

/** Failures that show the page's lists to be old. A deal that is not finished, or a no in the wallet, shows nothing. */
const tellsOfChange: ReadonlySet<FlowFailure['kind']> = new Set([
  'not-in-wallet',
  'not-owned',
  'other-recipient',
  'offer-unknown',
  'chain-differs',
  'fee-changed',
])

function isRevert(failure: FlowFailure): boolean {
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

async function toolsOf(session: Session, portal: Portal, { note }: Track): Promise<FlowTools> {
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
    note,
    explain: explainIn(session, portal),
  }
}

function failureOf(error: unknown): FlowFailure {
  if (error instanceof FlowError) return error.failure
  // An unexpected failure: report it, and log it to the console for debugging.
  console.error(error)
  return { kind: 'chain', phase: 'read', failure: classify(error) }
}

function wordingOf({ speaker }: Session, { messages }: Portal, subject: OfferId | null): Wording {
  return { messages, speaker, ...(subject === null ? {} : { recoveryHref: `/p2p/${subject}` }) }
}
