import { ChainFailureError, type WalletConnection, type WalletProvider } from '@parley/chain'
import { createClient, custom, type Client } from 'viem'
import type { Clock } from './Clock.ts'

/** A wallet that takes longer than this over a plain read does not answer. */
const answerMs = 15_000

/** The chain as the wallet's own connection shows it, which no server has named. */
export interface WalletReader {
  readonly provider: WalletProvider
  readonly chain: Client
}

/** Reads through the wallet, each time within fifteen seconds. */
export function walletReader({ provider }: WalletConnection, clock: Clock): WalletReader {
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
