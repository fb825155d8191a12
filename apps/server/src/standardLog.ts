import { createLogSink } from './createLogSink.ts'

/** The log of every server of this process that is given no other: one sink, since it listens to a stream that there is once. */
export const standardLog = createLogSink(process.stdout)
