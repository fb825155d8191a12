import {
  markOf,
  planGas,
  readNonces,
  send,
  simulate,
  waitForReceipt,
  ChainFailureError,
  type ChainFailure,
} from '@parley/chain'
import type { TxHash } from '@parley/domain'
import type { TransactionReceipt } from 'viem'
import { lastLook, type Intent, type Sending } from './checks/lastLook.ts'
import { requireSigner } from './checks/requireConnection.ts'
import { FlowError, inPhase } from './FlowError.ts'
import type { ConnectedTools } from './FlowTools.ts'
import { runStep } from './Step.ts'
import { displacedNews, includedNews, readRevert } from './tracker/settledNews.ts'

/**
 * Sends a transaction and waits until it is mined: the steps `send` and `receipt` of every flow. The call is simulated
 * first, so that a failing one never reaches the wallet, and then checked through the wallet's own connection. Progress
 * is stored, so that another page can continue.
 *
 * @throws FlowError
 */
export async function transact(tools: ConnectedTools, intent: Intent): Promise<TransactionReceipt> {
  const { txHash, sending } = await sendChecked(tools, intent)
  return runStep(tools.report, 'receipt', () => settle(tools, { ...intent, txHash }, sending))
}

async function sendChecked(tools: ConnectedTools, intent: Intent): Promise<{ txHash: TxHash; sending: Sending }> {
  const { report, note, chain, wallet } = tools
  const { call } = intent
  report({ key: 'send', state: 'running' })
  try {
    const sending = await sendingOf(tools, intent)
    await inPhase('simulate', () => sending.simulate(chain))
    const { used: nonce } = await inPhase('read', () => readNonces(chain, wallet.address))
    await requireSigner(tools, 'not-connected')
    const plan = await lastLook(tools, intent, sending)
    note({ kind: 'asked', nonce, mark: markOf(call), totalWei: call.valueWei + plan.expectedCostWei })
    const txHash = await inPhase('send', () => noteDoubt(tools, () => sending.send(plan)))
    note({ kind: 'sent', txHash })
    report({ key: 'send', state: 'done', txHash })
    return { txHash, sending }
  } catch (error) {
    report({ key: 'send', state: 'failed' })
    throw error
  }
}

async function sendingOf(tools: ConnectedTools, { call, approvals = [] }: Intent): Promise<Sending> {
  if (approvals.length > 0) return (await import('./sendTogether.lazy.ts')).sendTogether(tools, [...approvals, call])
  const { wallet, config } = tools
  return {
    simulate: (chain) => simulate(chain, wallet.address, call),
    plan: (chain) => planGas(chain, wallet.address, call),
    send: (plan) => send(wallet, config.chainId, call, plan),
  }
}

async function noteDoubt<T>({ note, clock }: ConnectedTools, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof FlowError) && mayHaveSent(ChainFailureError.from(error).failure))
      note({ kind: 'doubted', atMs: clock.now() })
    throw error
  }
}

const openAnswers: ReadonlySet<ChainFailure['kind']> = new Set(['unknown', 'timedOut', 'unreachable', 'rateLimited'])

/**
 * An error that leaves open whether the wallet sent anything. A rejection, a revert or a wrong nonce means that it
 * didn't.
 */
function mayHaveSent({ kind }: ChainFailure): boolean {
  return openAnswers.has(kind)
}

interface Sent extends Intent {
  readonly txHash: TxHash
}

async function settle(tools: ConnectedTools, sent: Sent, sending: Sending): Promise<TransactionReceipt> {
  const { note, chain, wallet } = tools
  const outcome = await waitSent(tools, sent.txHash)
  if ('txHash' in outcome) {
    note(displacedNews(outcome))
    throw new FlowError({
      kind: outcome.kind === 'replaced' ? 'replaced' : 'transaction-cancelled',
      txHash: outcome.txHash,
    })
  }
  const { receipt } = outcome
  if (receipt.status === 'success') {
    note(includedNews(receipt, sent.escrow, wallet.address, outcome.kind === 'repriced'))
    return receipt
  }
  const txHash = receipt.transactionHash
  const revert = await readRevert(() => sending.simulate(chain))
  note({ kind: 'reverted', txHash, reason: tools.explain(revert) })
  throw new FlowError({ kind: 'reverted-on-chain', revert, txHash })
}

async function waitSent({ chain, clock, note }: ConnectedTools, txHash: TxHash): ReturnType<typeof waitForReceipt> {
  try {
    return await waitForReceipt(chain, txHash, { clock, onSeen: (sent) => note({ kind: 'seen', sent }) })
  } catch (error) {
    const { failure } = ChainFailureError.from(error)
    throw new FlowError({ kind: 'chain', phase: 'receipt', failure, txHash }, error)
  }
}
