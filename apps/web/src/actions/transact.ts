import {
  markOf,
  readNonces,
  send,
  simulate,
  waitForReceipt,
  ChainFailureError,
  type ChainFailure,
  type ContractCall,
  type GasPlan,
} from '@parley/chain'
import type { TxHash } from '@parley/domain'
import type { TransactionReceipt } from 'viem'
import { lastLook, type Intent } from './checks/lastLook.ts'
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
  const txHash = await sendChecked(tools, intent)
  return runStep(tools.report, 'receipt', () => settle(tools, { ...intent, txHash }))
}

async function sendChecked(tools: ConnectedTools, intent: Intent): Promise<TxHash> {
  const { report, note, chain, wallet } = tools
  const { call } = intent
  report({ key: 'send', state: 'running' })
  try {
    await inPhase('simulate', () => simulate(chain, wallet.address, call))
    const { used: nonce } = await inPhase('read', () => readNonces(chain, wallet.address))
    await requireSigner(tools, 'not-connected')
    const plan = await lastLook(tools, intent)
    note({ kind: 'asked', nonce, mark: markOf(call), totalWei: call.valueWei + plan.expectedCostWei })
    const txHash = await inPhase('send', () => sendNoting(tools, call, plan))
    note({ kind: 'sent', txHash })
    report({ key: 'send', state: 'done', txHash })
    return txHash
  } catch (error) {
    report({ key: 'send', state: 'failed' })
    throw error
  }
}

async function sendNoting({ wallet, config, note, clock }: ConnectedTools, call: ContractCall, plan: GasPlan) {
  try {
    return await send(wallet, config.chainId, call, plan)
  } catch (error) {
    if (mayHaveSent(ChainFailureError.from(error).failure)) note({ kind: 'doubted', atMs: clock.now() })
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

async function settle(tools: ConnectedTools, sent: Sent): Promise<TransactionReceipt> {
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
    note(includedNews(receipt, sent.escrow, outcome.kind === 'repriced'))
    return receipt
  }
  const txHash = receipt.transactionHash
  const revert = await readRevert(chain, wallet.address, sent.call)
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
