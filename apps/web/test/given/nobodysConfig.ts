import type { Collection } from '@parley/domain'
import type { PageDeployment } from '@parley/protocol'

export const escrow = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** Configuration of a local network whose endpoints are unreachable. */
export function nobodysConfig(...collections: readonly Collection[]): PageDeployment {
  return {
    network: 'local',
    chainId: 43114,
    chainName: 'Avalanche C-Chain',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:9'],
    explorerUrl: null,
    multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
    escrows: [{ address: escrow, codeHash: `0x${'00'.repeat(32)}`, edition: 2, fromBlock: 1 }],
    collections: [...collections],
  }
}
