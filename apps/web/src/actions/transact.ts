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
  isSameNetwork,
  planGas,
  readBalance,
  type WalletConnection,
  type WalletProvider,
} from '@parley/chain'
import type { TxHash, Address } from '@parley/domain'
import { type TransactionReceipt, type Client, createClient, custom } from 'viem'
import { requireSigner, requireBuilt } from './checks.ts'
import { ActionError, inPhase, type ActionFailure, type ConnectedTools, runStep } from './action.ts'
import { displacedNews, includedNews, readRevert } from './tracker/settledNews.ts'
import type { Clock } from '../services/browser.ts'

/**
 * Sends a transaction and waits until it is mined: the steps `send` and `receipt` of every flow. The call is simulated
 * first, so that a failing one never reaches the wallet, and then checked through the wallet's own connection. Progress
 * is stored, so that another page can continue.
 *
 * @throws ActionError
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
    throw new ActionError({
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
  throw new ActionError({ kind: 'reverted-on-chain', revert, txHash })
}

async function waitSent({ chain, clock, note }: ConnectedTools, txHash: TxHash): ReturnType<typeof waitForReceipt> {
  try {
    return await waitForReceipt(chain, txHash, { clock, onSeen: (sent) => note({ kind: 'seen', sent }) })
  } catch (error) {
    const { failure } = ChainFailureError.from(error)
    throw new ActionError({ kind: 'chain', phase: 'receipt', failure, txHash }, error)
  }
}

/** A call that is about to be signed. */
export interface Intent {
  readonly escrow: Address
  readonly call: ContractCall
  /** Throws a ActionError where the chain, read through this connection, is not what the screen showed. */
  readonly confirm?: (chain: Client) => Promise<void>
}

/** The wallet's node may be some blocks behind the page's: what it refuses is asked again. */
const looks = 3
const pauseMs = 2_000

/**
 * The last check before the wallet is asked, through the wallet's own connection. Server and endpoints can lie
 * together, so the wallet's node must confirm the escrow's code (decision C7), the terms on screen, the call itself and
 * its price.
 *
 * @throws ActionError
 */
async function lastLook(tools: ConnectedTools, intent: Intent): Promise<GasPlan> {
  const { provider, chain } = walletReader(tools.wallet, tools.clock)
  const deployment = requireBuilt(tools, intent.escrow)
  const same = await inPhase('send', () => isSameNetwork(provider, deployment))
  if (!same) throw new ActionError({ kind: 'other-network' })
  for (let look = 1; ; look += 1) {
    try {
      return await lookOnce(chain, tools, intent)
    } catch (error) {
      if (look === looks || !mayBeBehind(error)) throw error
      await tools.clock.sleep(pauseMs)
    }
  }
}

async function lookOnce(chain: Client, { wallet }: ConnectedTools, { call, confirm }: Intent): Promise<GasPlan> {
  const [plan, heldWei] = await Promise.all([
    inPhase('simulate', () => planGas(chain, wallet.address, call)),
    inPhase('read', () => readBalance(chain, wallet.address)),
    inPhase('simulate', () => simulate(chain, wallet.address, call)),
    confirm?.(chain),
  ])
  const neededWei = call.valueWei + plan.gas * plan.maxFeePerGasWei
  if (heldWei < neededWei) throw new ActionError({ kind: 'cannot-pay', neededWei, heldWei })
  return plan
}

const behind: ReadonlySet<ActionFailure['kind']> = new Set(['chain-differs', 'offer-unknown', 'other-recipient'])

function mayBeBehind(error: unknown): boolean {
  if (!(error instanceof ActionError)) return false
  const { failure } = error
  return behind.has(failure.kind) || (failure.kind === 'chain' && failure.failure.kind === 'reverted')
}

/** A wallet that takes longer than this over a plain read does not answer. */
const answerMs = 15_000

/** The chain as the wallet's own connection shows it, which no server has named. */
interface WalletReader {
  readonly provider: WalletProvider
  readonly chain: Client
}

/** Reads through the wallet, each time within fifteen seconds. */
function walletReader({ provider }: WalletConnection, clock: Clock): WalletReader {
  const patient: WalletProvider = {
    request: async (asked) => {
      const stop = new AbortController()
      const silence = clock.sleep(answerMs, stop.signal).then(() => {
        throw new ChainFailureError({ kind: 'timedOut' })
      })
      try {
        return await Promise.race([provider.request(asked), silence])
      } finally {
        stop.abort()
      }
    },
  }
  return { provider: patient, chain: createClient({ transport: custom(patient, { retryCount: 0 }) }) }
}
