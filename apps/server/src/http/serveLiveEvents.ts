import { liveEventsPath } from '@parley/protocol'
import type { FastifyInstance } from 'fastify'
import type { Fence } from '../fence.ts'
import type { LiveFeed } from '../live/liveFeed.ts'
import { createEventStreams } from './eventStream.ts'

export interface LiveSource {
  readonly live: LiveFeed
  /** The last indexed block. */
  indexedBlock(): number
  /** Chain time of the newest block, in unix seconds; null before the first. */
  chainTimeS(): number | null
}

/** `GET /api/events`: streams indexed changes to open pages. */
export function serveLiveEvents(
  app: FastifyInstance,
  { live, indexedBlock, chainTimeS }: LiveSource,
  fence: Fence,
): void {
  const streams = createEventStreams(app, liveEventsPath, fence)
  app.get(liveEventsPath, (request, reply) => {
    const stream = streams.open(reply, streams.enter(request.network))
    const unsubscribe = live.follow(fence.around('stream', stream, ({ id, event }) => stream.tell(event, id)))
    stream.onClose(fence.around('stream', stream, unsubscribe))
    const timestamp = chainTimeS()
    fence.run('stream', stream, () =>
      stream.open({ type: 'hello', indexedBlock: indexedBlock(), ...(timestamp !== null && { timestamp }) }),
    )
  })
}
