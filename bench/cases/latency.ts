import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The 99th percentile of response times in milliseconds, for sequential requests from another thread. */
export async function slowestMs(url: string, forMs: number): Promise<number> {
  const worker = new Worker(new URL('./latencyWorker.ts', import.meta.url), { workerData: { url, forMs } })
  const [ms]: number[] = await once(worker, 'message')
  await worker.terminate()
  return ms ?? Number.NaN
}
