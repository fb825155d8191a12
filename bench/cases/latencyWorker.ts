import { parentPort, workerData } from 'node:worker_threads'

const { url, forMs }: { url: string; forMs: number } = workerData
const percentile = 0.99

const taken: number[] = []
const endMs = performance.now() + forMs
while (performance.now() < endMs) {
  const startedMs = performance.now()
  await (await fetch(url)).arrayBuffer()
  taken.push(performance.now() - startedMs)
}
// A thread's port has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * percentile) - 1])
