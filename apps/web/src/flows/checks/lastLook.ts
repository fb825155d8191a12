import { isSameNetwork, planGas, readBalance, simulate, type ContractCall, type GasPlan } from '@parley/chain'
import type { Address } from '@parley/domain'
import type { Client } from 'viem'
import { FlowError, inPhase } from '../FlowError.ts'
import type { FlowFailure } from '../FlowFailure.ts'
import type { ConnectedTools } from '../FlowTools.ts'
import { walletReader } from '../walletReader.ts'
import { requireBuilt } from './requireBuilt.ts'

/** A call that is about to be signed. */
export interface Intent {
  readonly escrow: Address
  readonly call: ContractCall
  /** Throws a FlowError where the chain, read through this connection, is not what the screen showed. */
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
 * @throws FlowError
 */
export async function lastLook(tools: ConnectedTools, intent: Intent): Promise<GasPlan> {
  const { provider, chain } = walletReader(tools.wallet, tools.clock)
  const deployment = requireBuilt(tools, intent.escrow)
  const same = await inPhase('send', () => isSameNetwork(provider, deployment))
  if (!same) throw new FlowError({ kind: 'other-network' })
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
  if (heldWei < neededWei) throw new FlowError({ kind: 'cannot-pay', neededWei, heldWei })
  return plan
}

const behind: ReadonlySet<FlowFailure['kind']> = new Set(['chain-differs', 'offer-unknown', 'other-recipient'])

function mayBeBehind(error: unknown): boolean {
  if (!(error instanceof FlowError)) return false
  const { failure } = error
  return behind.has(failure.kind) || (failure.kind === 'chain' && failure.failure.kind === 'reverted')
}
