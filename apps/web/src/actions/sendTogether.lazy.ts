import {
  type CallsStatus,
  type ContractCall,
  planCalls,
  readCalls,
  sendCalls,
  simulateCalls,
  type WalletConnection,
} from '@parley/chain'
import type { Clock } from '../services/browser.ts'
import { ActionError, type ConnectedTools, readRevert, type Sending } from './action.ts'

export { canSendCalls } from '@parley/chain'

/** Sends calls under one signature, all or none (EIP-5792). Loaded for wallets that can. */
export function sendTogether(tools: ConnectedTools, calls: readonly ContractCall[]): Sending {
  const { chain, wallet, config, note, clock, explain } = tools
  return {
    simulate: (through) => simulateCalls(through, wallet.address, calls),
    plan: (through) => planCalls(through, wallet.address, calls),
    send: async () => {
      const callsId = await sendCalls(wallet, config.chainId, calls)
      note({ kind: 'handed', callsId })
      const sent = await askForHash({ clock, wallet: async () => wallet }, callsId)
      if (!sent) throw new ActionError({ kind: 'not-sent' })
      const { txHash, succeeded } = sent
      if (succeeded) return txHash
      const revert = await readRevert(() => simulateCalls(chain, wallet.address, calls))
      note({ kind: 'sent', txHash })
      note({ kind: 'failed', txHash, cause: { kind: 'reverted', reason: explain(revert) } })
      throw new ActionError({ kind: 'reverted-on-chain', revert, txHash })
    },
  }
}

const pollMs = 2_000

interface Asking {
  readonly wallet: () => Promise<WalletConnection | null>
  readonly clock: Clock
  readonly signal?: AbortSignal
}

/**
 * Waits until calls that the wallet has taken are mined. A wallet that isn't there, or doesn't answer, is asked again.
 *
 * @returns null if the wallet gives them up.
 */
export async function askForHash(
  { wallet, clock, signal }: Asking,
  callsId: string,
): Promise<Extract<CallsStatus, { kind: 'mined' }> | null> {
  for (;;) {
    const connection = await wallet()
    const status = connection && (await readCalls(connection.provider, callsId).catch(() => null))
    if (status?.kind === 'mined') return status
    if (status?.kind === 'dropped') return null
    await clock.sleep(pollMs, signal)
  }
}
