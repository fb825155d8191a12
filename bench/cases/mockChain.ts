import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MockChainSettings } from './mockChainWorker.ts'

/** An endpoint that serves simulated events of one escrow. Its own thread keeps its work out of the figures. */
export interface MockChain {
  readonly url: string
  stop(): Promise<void>
}

/** Fake code of the escrow; the deployment contains its hash. */
export const mockCode = '0x6001'
export const mockEscrow = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** Typical of consecutive offers in busy times. */
export const logsABlock = 3

export async function startMockChain(logs: number): Promise<MockChain> {
  const settings: MockChainSettings = { logs, logsABlock, code: mockCode, escrow: mockEscrow }
  const worker = new Worker(new URL('./mockChainWorker.ts', import.meta.url), { workerData: settings })
  const [port]: number[] = await once(worker, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await worker.terminate()
    },
  }
}
