import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The slowest of the fastest 99 in a hundred answers, in milliseconds, to requests that another thread sends one after another. */
export async function slowestMs(url: string, forMs: number): Promise<number> {
  const worker = new Worker(new URL('./latencyWorker.ts', import.meta.url), { workerData: { url, forMs } })
  const [ms]: number[] = await once(worker, 'message')
  await worker.terminate()
  return ms ?? Number.NaN
}
