import { ConfigError } from './config/serverConfig.ts'
import { readConfig } from './config/readConfig.ts'
import { ListenError } from './listen.ts'
import { standardLog } from './log.ts'
import { startServer } from './startServer.ts'

/** How long requests under way may take to finish after a signal. */
const drainTimeoutMs = 10_000
/** Maximum wait for the log's last lines to be read. */
const flushTimeoutMs = 1_000

async function end(code: number): Promise<never> {
  await standardLog.flush(flushTimeoutMs)
  process.exit(code)
}

try {
  const config = readConfig(process.env)
  const server = await startServer(config)
  const stop = (): void => {
    setTimeout(() => process.exit(1), drainTimeoutMs).unref()
    server.stop().then(
      () => end(0),
      (error: unknown) => {
        console.error(error)
        return end(1)
      },
    )
  }
  let isLeaving = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal doesn't wait.
      setTimeout(stop, isLeaving ? 0 : config.leaveMs)
      isLeaving = true
      server.leave()
    })
  }
} catch (error) {
  // Errors that the operator can fix are one sentence; others keep their stack trace.
  console.error(error instanceof ConfigError || error instanceof ListenError ? error.message : error)
  await end(1)
}
