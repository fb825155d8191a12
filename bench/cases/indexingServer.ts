import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, startServer, type RunningServer } from '@parley/server'
import { multicall3Address } from '@parley/testkit'
import { keccak256 } from 'viem'
import { mockCode, mockEscrow, type MockChain } from './mockChain.ts'

/** A server with an empty index, before it reads a made-up chain. */
export interface IndexingServer {
  readonly server: RunningServer
  /** Resolves when it stands at the head. */
  done(): Promise<void>
  stop(): Promise<void>
}

const readyEveryMs = 5

export async function startIndexing(chain: MockChain): Promise<IndexingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const deploymentFile = join(folder, 'deployment.json')
  const escrows = [{ address: mockEscrow, codeHash: keccak256(mockCode), fromBlock: 1 }]
  const deployment = { network: 'local', chainId: 43_114, multicall3: multicall3Address, escrows, collections: [] }
  await writeFile(deploymentFile, JSON.stringify(deployment))
  const server = await startServer(
    readConfig({
      PORT: '0',
      PARLEY_DATA: folder,
      DEPLOYMENT_FILE: deploymentFile,
      RPC_URLS: chain.url,
      POLL_MS: '60000',
      LOG_LEVEL: 'silent',
      REQUESTS_PER_MINUTE: '1000000',
      EXPLORER_API_URL: 'none',
    }),
  )
  return {
    server,
    async done() {
      for (;;) {
        const { head, indexedBlock } = server.indexer.status()
        if (head !== null && indexedBlock === head.number) return
        await new Promise((resolve) => setTimeout(resolve, readyEveryMs))
      }
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
