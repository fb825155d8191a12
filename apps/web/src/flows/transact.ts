import {
  planGas,
  readBalance,
  send,
  simulate,
  waitForReceipt,
  ChainFailureError,
  type ContractCall,
  type GasPlan,
} from '@parley/chain'
import type { Address, TxHash } from '@parley/domain'
import type { TransactionReceipt } from 'viem'
import { requireNetwork } from './checks/requireNetwork.ts'
import { requireSigner } from './checks/requireWallet.ts'
import { FlowError, inPhase } from './FlowError.ts'
import type { ConnectedTools } from './FlowTools.ts'
import { runStep } from './Step.ts'

/**
 * Sends one transaction and waits until it is in a block: the steps `send` and `receipt` of every flow.
 * The exact call is simulated first, so a doomed one never reaches the wallet.
 *
 * @param escrow the deployment that the wallet's own connection must show (decision C7).
 * @throws FlowError
 */
export async function transact(
  tools: ConnectedTools,
  escrow: Address,
  call: ContractCall,
): Promise<TransactionReceipt> {
  const txHash = await sendChecked(tools, escrow, call)
  return runStep(tools.report, 'receipt', () => settle(tools, call, txHash))
}

async function sendChecked(tools: ConnectedTools, escrow: Address, call: ContractCall): Promise<TxHash> {
  const { report, chain, wallet, config } = tools
  report({ key: 'send', state: 'running' })
  try {
    await inPhase('simulate', () => simulate(chain, wallet.address, call))
    const plan = await inPhase('simulate', () => planGas(chain, wallet.address, call))
    await requireFunds(tools, call, plan)
    await requireSigner(tools)
    await requireNetwork(tools, escrow)
    const txHash = await inPhase('send', () => send(wallet, config.chainId, call, plan))
    report({ key: 'send', state: 'done', txHash })
    return txHash
  } catch (error) {
    report({ key: 'send', state: 'failed' })
    throw error
  }
}

async function requireFunds({ chain, wallet }: ConnectedTools, call: ContractCall, plan: GasPlan): Promise<void> {
  const heldWei = await inPhase('read', () => readBalance(chain, wallet.address))
  const neededWei = call.valueWei + plan.gas * plan.maxFeePerGasWei
  if (heldWei < neededWei) throw new FlowError({ kind: 'cannot-pay', neededWei, heldWei })
}

async function settle(tools: ConnectedTools, call: ContractCall, txHash: TxHash): Promise<TransactionReceipt> {
  const outcome = await waitSent(tools, txHash)
  if (outcome.kind === 'replaced') throw new FlowError({ kind: 'replaced', txHash: outcome.txHash })
  if (outcome.kind === 'cancelled') throw new FlowError({ kind: 'transaction-cancelled', txHash: outcome.txHash })
  if (outcome.receipt.status === 'success') return outcome.receipt
  throw new FlowError({ kind: 'reverted-on-chain', revert: await whyNot(tools, call), txHash })
}

async function waitSent({ chain, clock }: ConnectedTools, txHash: TxHash): ReturnType<typeof waitForReceipt> {
  try {
    return await waitForReceipt(chain, txHash, { clock })
  } catch (error) {
    const { failure } = ChainFailureError.from(error)
    throw new FlowError({ kind: 'chain', phase: 'receipt', failure, txHash }, error)
  }
}

/** A receipt does not say why; the same call run again usually does. */
async function whyNot({ chain, wallet }: ConnectedTools, call: ContractCall) {
  try {
    await simulate(chain, wallet.address, call)
    return null
  } catch (error) {
    const { failure } = ChainFailureError.from(error)
    return failure.kind === 'reverted' ? failure.revert : null
  }
}
