import type { Writable } from 'node:stream'
import type { DestinationStream } from 'pino'

/** Log bytes that may wait for the reader. Later lines are dropped and counted. */
const maxWaitingBytes = 8 * 1024 ** 2

interface LogSink extends DestinationStream {
  /** Resolves when all lines were read, or after `withinMs`. */
  flush(withinMs: number): Promise<void>
}

/**
 * Writes the log to a stream that may have no reader, such as standard output.
 *
 * Lines are discarded once the reader is gone, and buffered up to a limit while it stalls. Neither delays the server or
 * its exit. pino's own destination blocks at exit until it succeeds, so it isn't used.
 */
export function createLogSink(out: Writable): LogSink {
  let dropped = 0
  out.on('error', (error) => {
    console.error(`The log cannot be written any more (${error.message}); the server goes on without it.`)
  })
  return {
    write(line) {
      if (!out.writable) return
      if (out.writableLength > maxWaitingBytes) {
        dropped += 1
        return
      }
      if (dropped > 0) {
        out.write(
          `${JSON.stringify({ level: 40, time: Date.now(), lines: dropped, msg: 'lines of the log were dropped: nobody read it' })}\n`,
        )
        dropped = 0
      }
      out.write(line)
    },
    async flush(withinMs) {
      if (!out.writable) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, withinMs)
      // Called when all before it is written, or never will be.
      out.write('', () => resolve())
      await promise
      clearTimeout(timer)
    },
  }
}

/** The default log of this process's servers. A single sink, since it listens to a shared stream. */
export const standardLog = createLogSink(process.stdout)

/** One line describing a failure, without the endpoint's URL, which may contain an API key. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const short = 'shortMessage' in error && typeof error.shortMessage === 'string' ? error.shortMessage : error.message
  const details = 'details' in error && typeof error.details === 'string' ? ` (${error.details})` : ''
  return `${short}${details}`
    .replaceAll(/https?:\/\/\S+/g, 'an endpoint')
    .split('\n')
    .join(' ')
    .slice(0, 300)
}
