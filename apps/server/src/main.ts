import { ConfigError } from './config/configError.ts'
import { readConfig } from './config/readConfig.ts'
import { ListenError } from './listen.ts'
import { startServer } from './startServer.ts'

/** How long requests under way may take to finish after a signal. */
const drainTimeoutMs = 10_000

try {
  const server = await startServer(readConfig(process.env))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      setTimeout(() => process.exit(1), drainTimeoutMs).unref()
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
} catch (error) {
  // What whoever starts the server can put right is said in a sentence; anything else with its trace.
  console.error(error instanceof ConfigError || error instanceof ListenError ? error.message : error)
  process.exitCode = 1
}
