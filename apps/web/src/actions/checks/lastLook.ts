import {
  ChainFailureError,
  type ContractCall,
  type GasPlan,
  isSameNetwork,
  readBalance,
  type WalletConnection,
  type WalletProvider,
} from '@parley/chain'
import type { Address, TxHash } from '@parley/domain'
import { type Client, createClient, custom } from 'viem'
import { FlowError, type FlowFailure, inPhase } from '../FlowError.ts'
import type { Clock, ConnectedTools } from '../FlowTools.ts'
import { requireBuilt } from './requireConnection.ts'

/** A call that is about to be signed. */
export interface Intent {
  readonly escrow: Address
  readonly call: ContractCall
  /** Approvals that the call needs, signed together with it. */
  readonly approvals?: readonly ContractCall[]
  /** Throws a FlowError where the chain, read through this connection, is not what the screen showed. */
  readonly confirm?: (chain: Client) => Promise<void>
}

/** How an intent becomes a transaction. */
export interface Sending {
  /** Runs it without sending. Throws ChainFailureError if it would revert. */
  simulate(chain: Client): Promise<unknown>
  /** Throws ChainFailureError */
  plan(chain: Client): Promise<GasPlan>
  /** Waits as long as the user takes to decide. Throws ChainFailureError or FlowError. */
  send(plan: GasPlan): Promise<TxHash>
}

/** The wallet's node may be some blocks behind the page's: what it refuses is asked again. */
const looks = 3
const pauseMs = 2_000

/**
 * The last check before the wallet is asked, through the wallet's own connection. Server and endpoints can lie
 * together, so the wallet's node must confirm the escrow's code (decision C7), the terms on screen, the call itself and
 * its price.
 *
 * @throws FlowError
 */
export async function lastLook(tools: ConnectedTools, intent: Intent, sending: Sending): Promise<GasPlan> {
  const { provider, chain } = walletReader(tools.wallet, tools.clock)
  const deployment = requireBuilt(tools, intent.escrow)
  const same = await inPhase('send', () => isSameNetwork(provider, deployment))
  if (!same) throw new FlowError({ kind: 'other-network' })
  for (let look = 1; ; look += 1) {
    try {
      return await lookOnce(chain, tools, intent, sending)
    } catch (error) {
      if (look === looks || !mayBeBehind(error)) throw error
      await tools.clock.sleep(pauseMs)
    }
  }
}

async function lookOnce(
  chain: Client,
  { wallet }: ConnectedTools,
  { call, confirm }: Intent,
  sending: Sending,
): Promise<GasPlan> {
  const [plan, heldWei] = await Promise.all([
    inPhase('simulate', () => sending.plan(chain)),
    inPhase('read', () => readBalance(chain, wallet.address)),
    inPhase('simulate', () => sending.simulate(chain)),
    confirm?.(chain),
  ])
  const neededWei = call.valueWei + plan.gas * plan.maxFeePerGasWei
  if (heldWei < neededWei) throw new FlowError({ kind: 'cannot-pay', neededWei, heldWei })
  return plan
}

const behind: ReadonlySet<FlowFailure['kind']> = new Set(['chain-differs', 'offer-unknown', 'other-recipient'])

function mayBeBehind(error: unknown): boolean {
  if (!(error instanceof FlowError)) return false
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
