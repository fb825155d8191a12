import { createLogSink } from './createLogSink.ts'

/** The default log of this process's servers. A single sink, since it listens to a shared stream. */
export const standardLog = createLogSink(process.stdout)
