import {
  markOf,
  readNonces,
  send,
  simulate,
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
import { requireSigner, requireBuilt } from './chainChecks.ts'
import {
  ActionError,
  inPhase,
  type ActionFailure,
  type ConnectedTools,
  readRevert,
  runStep,
  type Sending,
} from './action.ts'
import { awaitOutcome } from './tracker/followTransaction.ts'
import type { Clock } from '../services/browser.ts'

/**
 * Sends a transaction and waits until it is mined: the steps `send` and `receipt` of every flow. The call is simulated
 * first, so that a failing one never reaches the wallet, and then checked through the wallet's own connection. Progress
 * is stored, so that another page can continue.
 *
 * @throws ActionError
 */
export async function transact(tools: ConnectedTools, intent: Intent): Promise<TransactionReceipt> {
  const { txHash, sending } = await runStep(tools.report, 'send', () => sendChecked(tools, intent))
  return runStep(tools.report, 'receipt', () => settle(tools, { escrow: intent.escrow, txHash }, sending))
}

async function sendChecked(tools: ConnectedTools, intent: Intent): Promise<{ txHash: TxHash; sending: Sending }> {
  const { note, chain, wallet } = tools
  const { call } = intent
  const sending = await sendingOf(tools, intent)
  await inPhase('simulate', () => sending.simulate(chain))
  const { used: nonce } = await inPhase('read', () => readNonces(chain, wallet.address))
  await requireSigner(tools, 'not-connected')
  const plan = await lastLook(tools, intent, sending)
  note({ kind: 'walletAsked', nonce, mark: markOf(call), totalWei: valueOf(intent) + plan.expectedCostWei })
  const txHash = await inPhase('send', () => noteAmbiguous(tools, () => sending.send(plan)))
  note({ kind: 'sent', txHash })
  return { txHash, sending }
}

/** What leaves the wallet besides gas. */
function valueOf({ call, approvals = [] }: Intent): bigint {
  return [...approvals, call].reduce((sum, { valueWei }) => sum + valueWei, 0n)
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

async function noteAmbiguous<T>({ note, clock }: ConnectedTools, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ActionError) && mayHaveSent(ChainFailureError.from(error).failure))
      note({ kind: 'ambiguous', atMs: clock.now() })
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

/** The tracker's own waiting, within an action's patience. */
async function settle(
  tools: ConnectedTools,
  { escrow, txHash }: Pick<Intent, 'escrow'> & { readonly txHash: TxHash },
  sending: Sending,
): Promise<TransactionReceipt> {
  const { chain, wallet } = tools
  const revertOf = () => readRevert(() => sending.simulate(chain))
  const waiting = { ...tools, account: wallet.address }
  const outcome = await awaitOutcome(waiting, { escrow, state: { txHash, seen: null }, revertOf }).catch((error) => {
    const { failure } = ChainFailureError.from(error)
    throw new ActionError({ kind: 'chain', phase: 'receipt', failure, txHash }, error)
  })
  tools.note(outcome.event)
  if ('receipt' in outcome) return outcome.receipt
  const { cause, txHash: failedHash } = outcome.event
  if (cause.kind === 'replaced') throw new ActionError({ kind: 'replaced', txHash: cause.byHash })
  if (cause.kind === 'cancelled') throw new ActionError({ kind: 'transaction-cancelled', txHash: cause.byHash })
  throw new ActionError({ kind: 'reverted-on-chain', revert: outcome.revert, txHash: failedHash })
}

/** A call that is about to be signed. */
export interface Intent {
  readonly escrow: Address
  readonly call: ContractCall
  /** Calls that come before it and are signed together with it, such as the approvals that it needs. */
  readonly approvals?: readonly ContractCall[]
  /** Throws an ActionError where the chain, read through this connection, is not what the screen showed. */
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
async function lastLook(tools: ConnectedTools, intent: Intent, sending: Sending): Promise<GasPlan> {
  const { provider, chain } = walletReader(tools.wallet, tools.clock)
  const deployment = requireBuilt(tools, intent.escrow)
  const same = await inPhase('send', () => isSameNetwork(provider, deployment))
  if (!same) throw new ActionError({ kind: 'other-network' })
  for (let look = 1; ; look += 1) {
    try {
      return await lookOnce(chain, tools, intent, sending)
    } catch (error) {
      if (look === looks || !mayBeBehind(error)) throw error
      await tools.clock.sleep(pauseMs)
    }
  }
}

async function lookOnce(chain: Client, { wallet }: ConnectedTools, intent: Intent, sending: Sending): Promise<GasPlan> {
  const [plan, heldWei] = await Promise.all([
    inPhase('simulate', () => sending.plan(chain)),
    inPhase('read', () => readBalance(chain, wallet.address)),
    inPhase('simulate', () => sending.simulate(chain)),
    intent.confirm?.(chain),
  ])
  const neededWei = valueOf(intent) + plan.gas * plan.maxFeePerGasWei
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
