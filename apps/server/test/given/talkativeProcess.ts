import { pino } from 'pino'
import { createLogSink } from '../../src/log.ts'

// A process that writes, on request, a log far larger than a pipe's buffer, and exits. The request says how many
// milliseconds reading the log may take.
const sink = createLogSink(process.stdout)
const log = pino({ base: null }, sink)

process.stdin.setEncoding('utf8').once('data', (flushMs: string) => {
  for (let line = 0; line < 5_000; line += 1) log.info({ pad: 'x'.repeat(1_000) }, 'said')
  void sink.flush(Number(flushMs)).then(() => process.exit(0))
})
log.info('ready')
