import type { Address, Client } from 'viem'
import { type Question, type Reading, type Way, WayClosedError } from './HoldingsQuery.ts'
import { askByMulticall, askPlainly } from './contractCalls.ts'
import { readByCalls } from './readByCalls.ts'
import { readByScanner } from './readByScanner.ts'
import { RpcUnavailableError } from '../rpc/RpcFault.ts'

interface Ways {
  /** For one holder's tokens: short answers, so the carrier that every node takes comes first. */
  readonly held: readonly Way[]
  /** For all owners: long answers, so the carrier without a limit comes first. */
  readonly owners: readonly Way[]
}

/** What a client's node allows is learned once. */
const waysByClient = new WeakMap<Client, Ways>()

export function waysOf(client: Client): Ways {
  const known = waysByClient.get(client)
  if (known) return known
  const multicall3: Address | undefined = client.chain?.contracts?.multicall3?.address
  const creation = readByScanner(client, 'creation')
  const override = readByScanner(client, 'override')
  const calls = [
    ...(multicall3 ? [readByCalls(client, askByMulticall(client, multicall3))] : []),
    readByCalls(client, askPlainly(client)),
  ]
  const ways = { held: [creation, override, ...calls], owners: [override, creation, ...calls] }
  waysByClient.set(client, ways)
  return ways
}

/**
 * Tries the ways in order until one gives the answer.
 *
 * A token that ran out of gas inside a shared call may still answer alone, so that verdict is the last way's to give.
 * Rejects only with the signal's reason.
 */
export async function readCollection(ways: readonly Way[], question: Question): Promise<Reading> {
  let outcome: Reading = { unreadable: 'unreachable' }
  for (const way of ways) {
    try {
      const reading = await way(question)
      if (!('unreadable' in reading && reading.unreadable === 'outOfGas')) return reading
      outcome = reading
    } catch (error) {
      if (question.signal?.aborted) throw question.signal.reason
      if (error instanceof WayClosedError) continue
      if (error instanceof RpcUnavailableError) return { unreadable: 'unreachable' }
      outcome = { unreadable: 'outOfGas' }
    }
  }
  return outcome
}
