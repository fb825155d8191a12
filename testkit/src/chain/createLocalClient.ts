import { createTestClient, http, publicActions, walletActions } from 'viem'
import { localChain } from './localChain.ts'

/**
 * A client of the local chain with viem's public, wallet and test actions.
 *
 * @example await client.increaseTime({ seconds: 301 }); await client.mine({ blocks: 1 })
 */
export function createLocalClient(url: string, timeoutMs = 120_000) {
  return createTestClient({
    mode: 'anvil',
    chain: localChain(url),
    transport: http(url, { timeout: timeoutMs }),
    pollingInterval: 50,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
}

export type LocalClient = ReturnType<typeof createLocalClient>
