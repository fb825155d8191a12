import type { Writable } from 'node:stream'
import type { DestinationStream } from 'pino'

/** What may wait for whoever reads the log; lines beyond it are dropped, and counted. */
const maxWaitingBytes = 8 * 1024 ** 2

export interface LogSink extends DestinationStream {
  /** Resolves when all lines are with whoever reads them, and at the latest after the time given. */
  flush(withinMs: number): Promise<void>
}

/**
 * Takes the log to a stream, such as the standard output, that nobody may be reading: one whose reader is gone takes the lines to
 * nowhere, one whose reader stands still keeps a bounded number of them, and neither holds up the server, nor its end. That is why
 * it is not pino's own destination, which writes at the end of the process until it succeeds.
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
