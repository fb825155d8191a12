import type { Address, Client } from 'viem'
import {
  type HoldingsQuery,
  type HoldingsResult,
  type HoldingsStrategy,
  UnsupportedStrategyError,
} from './HoldingsQuery.ts'
import { callByMulticall, callOneByOne } from './contractCalls.ts'
import { readByCalls } from './readByCalls.ts'
import { readByScanner } from './readByScanner.ts'
import { RpcUnavailableError } from '../rpc/RpcCall.ts'

interface Strategies {
  /** For one holder's tokens: short answers, so the most widely supported carrier comes first. */
  readonly held: readonly HoldingsStrategy[]
  /** For all owners: long answers, so the carrier without a size limit comes first. */
  readonly owners: readonly HoldingsStrategy[]
}

/** Each client probes its node once. */
const strategiesByClient = new WeakMap<Client, Strategies>()

export function strategiesFor(client: Client): Strategies {
  const known = strategiesByClient.get(client)
  if (known) return known
  const multicall3: Address | undefined = client.chain?.contracts?.multicall3?.address
  const creation = readByScanner(client, 'creation')
  const override = readByScanner(client, 'override')
  const calls = [
    ...(multicall3 ? [readByCalls(client, callByMulticall(client, multicall3))] : []),
    readByCalls(client, callOneByOne(client)),
  ]
  const strategies = { held: [creation, override, ...calls], owners: [override, creation, ...calls] }
  strategiesByClient.set(client, strategies)
  return strategies
}

/**
 * Tries the strategies in order until one answers.
 *
 * A token that ran out of gas in a shared call may still answer on its own, so only the last strategy's verdict counts.
 * Rejects only with the signal's reason.
 */
export async function readCollection(
  strategies: readonly HoldingsStrategy[],
  query: HoldingsQuery,
): Promise<HoldingsResult> {
  let outcome: HoldingsResult = { unreadable: 'unreachable' }
  for (const strategy of strategies) {
    try {
      const reading = await strategy(query)
      if (!('unreadable' in reading && reading.unreadable === 'outOfGas')) return reading
      outcome = reading
    } catch (error) {
      if (query.signal?.aborted) throw query.signal.reason
      if (error instanceof UnsupportedStrategyError) continue
      if (error instanceof RpcUnavailableError) return { unreadable: 'unreachable' }
      outcome = { unreadable: 'outOfGas' }
    }
  }
  return outcome
}
