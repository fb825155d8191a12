import { avalancheCollections } from '@parley/domain'
import type { Session } from '../../src/session/Session.ts'

/** A session with nothing behind it but a configuration. */
export async function openSession(): Promise<Session> {
  const config = {
    collections: avalancheCollections,
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    chainName: 'Avalanche C-Chain',
    chainId: 43114,
    explorerUrl: 'https://snowtrace.io',
    network: 'local',
  }
  return { config } as unknown as Session
}
