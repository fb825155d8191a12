import { classify } from '@parley/chain'
import type { OfferId } from '@parley/domain'
import { FlowError } from '../flows/FlowError.ts'
import type { FlowFailure } from '../flows/FlowFailure.ts'
import type { FlowTools } from '../flows/FlowTools.ts'
import { sayFailure } from '../messages/sayFailure.ts'
import type { Wording } from '../messages/Wording.ts'
import { beginAction, endAction, reportStep, type ActionKind } from './actions.ts'
import type { Portal } from './Portal.ts'
import { refreshAfterAction } from './refreshAfterAction.ts'
import type { Session } from './Session.ts'
import { currentWallet } from './walletConnection.ts'

export interface Action {
  readonly kind: ActionKind
  readonly subject: OfferId | null
  /** Runs the flow, and then shows its outcome. */
  readonly run: (tools: FlowTools) => Promise<void>
}

/**
 * Binds a flow to the page: one at a time, its steps on screen, its failure said in the portal's words, and every answer
 * that it may have made old read again.
 *
 * @returns whether it succeeded.
 */
export async function runAction(session: Session, portal: Portal, action: Action): Promise<boolean> {
  if (!beginAction(session.actions, action.kind, action.subject)) return false
  try {
    await action.run(await toolsOf(session))
    reportStep(session.actions, { key: 'success', state: 'done' })
    await refresh(session)
    return true
  } catch (error) {
    const failure = failureOf(error)
    const said = sayFailure(action.kind, failure, wordingOf(session, portal, action.subject))
    said.forEach(session.notices.announce)
    if (wasSent(session) || tellsOfChange.has(failure.kind) || isRevert(failure)) await refresh(session)
    return false
  } finally {
    endAction(session.actions)
  }
}

/** Failures that show the page's lists to be old. A deal that is not finished, or a no in the wallet, shows nothing. */
const tellsOfChange: ReadonlySet<FlowFailure['kind']> = new Set([
  'not-in-wallet',
  'not-owned',
  'other-recipient',
  'offer-unknown',
  'chain-differs',
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

async function toolsOf({ config, chain, api, clock, wagmi, actions }: Session): Promise<FlowTools> {
  return { config, chain, api, clock, wallet: await currentWallet(wagmi), report: (step) => reportStep(actions, step) }
}

function failureOf(error: unknown): FlowFailure {
  if (error instanceof FlowError) return error.failure
  // Not one of the failures that flows expect: said all the same, and left in the console for whoever looks for the cause.
  console.error(error)
  return { kind: 'chain', phase: 'read', failure: classify(error) }
}

function wordingOf({ speaker }: Session, { messages }: Portal, subject: OfferId | null): Wording {
  return { messages, speaker, ...(subject === null ? {} : { recoveryHref: `/p2p/${subject}` }) }
}
