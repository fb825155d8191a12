import { getHeapSpaceStatistics } from 'node:v8'
import { readConfig, startServer } from '@parley/server'

/**
 * A server in its own process, to measure its memory. Forked by benchmarks, with `--expose-gc` if they collect
 * garbage.
 */
const server = await startServer(readConfig(process.env))
const collect: unknown = Reflect.get(globalThis, 'gc')

process.on('message', (question) => {
  if (question === 'memory') {
    if (typeof collect === 'function') for (let round = 0; round < 3; round += 1) collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send?.({
      residentBytes: rss - nurseryBytes(),
      usedBytes: heapUsed + external,
      sockets: server.voice.counts().sockets,
    })
  }
  if (question === 'usage') {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1_000)
  }
  if (question === 'stop') void server.stop().then(() => process.exit(0))
})
// The parent process has ended.
process.once('disconnect', () => process.exit(1))
process.send?.({ url: server.url })

/**
 * V8 sizes the young generation for the initial burst of connections and keeps it. It doesn't grow with their number.
 */
function nurseryBytes(): number {
  const nursery = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return nursery?.physical_space_size ?? 0
}
