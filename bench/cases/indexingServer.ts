import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, startServer, type RunningServer } from '@parley/server'
import { multicall3Address } from '@parley/testkit'
import { keccak256 } from 'viem'
import { mockCode, mockEscrow, type MockChain } from './mockChain.ts'

/** A server with an empty index, before it reads a simulated chain. */
export interface IndexingServer {
  readonly server: RunningServer
  /** Whether it has reached the chain's head. */
  isDone(): boolean
  /** Resolves when it does. */
  done(): Promise<void>
  stop(): Promise<void>
}

const readyEveryMs = 5
const doneWithinMs = 300_000

/** @param databaseUrl of a PostgreSQL; SQLite without it. */
export async function startIndexing(chain: MockChain, databaseUrl = ''): Promise<IndexingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const deploymentFile = join(folder, 'deployment.json')
  const escrows = [{ address: mockEscrow, codeHash: keccak256(mockCode), fromBlock: 1 }]
  const deployment = { network: 'local', chainId: 43_114, multicall3: multicall3Address, escrows, collections: [] }
  await writeFile(deploymentFile, JSON.stringify(deployment))
  const server = await startServer(
    readConfig({
      PORT: '0',
      PARLEY_DATA: folder,
      DATABASE_URL: databaseUrl,
      DEPLOYMENT_FILE: deploymentFile,
      RPC_URLS: chain.url,
      POLL_MS: '60000',
      LOG_LEVEL: 'silent',
      REQUESTS_PER_MINUTE: '1000000',
      EXPLORER_API_URL: 'none',
    }),
  )
  const isDone = (): boolean => {
    const { head, indexedBlock } = server.indexer.status()
    return head !== null && indexedBlock === head.number
  }
  return {
    server,
    isDone,
    async done() {
      const deadlineMs = performance.now() + doneWithinMs
      while (!isDone()) {
        if (performance.now() > deadlineMs)
          throw new Error(`The index does not stand: ${server.indexer.status().failure}`)
        await new Promise((resolve) => setTimeout(resolve, readyEveryMs))
      }
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
