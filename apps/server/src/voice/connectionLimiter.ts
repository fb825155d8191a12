import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { VoiceConfig } from '../config/serverConfig.ts'
import type { Site } from '../http/site.ts'
import { networkOf } from '../limits/networkAddress.ts'
import { Occupancy } from '../limits/occupancy.ts'
import { TokenBuckets } from '../limits/tokenBuckets.ts'
import { messageRate, VoiceConnection } from './VoiceConnection.ts'

/** Maximum simultaneous connections, over all clients. */
const maxSockets = 15_000
/** One network may send as much as this share of its connections could. */
const messageShare = 0.1
/** How long the network of a flood has to wait before it may come back. */
const waitAfterFloodS = 10

/** Who may open a connection at all, and which networks have how many. */
export interface ConnectionLimiter {
  /** Counts a connection in until its TCP connection closes. @returns the connection, or why it is refused. */
  admit(request: IncomingMessage): VoiceConnection | { readonly refusal: string }
  /** Entries into rooms, by network. */
  readonly joins: TokenBuckets
}

interface DoorParts {
  readonly trustedProxies: number
  readonly site: Pick<Site, 'isOwn'>
  readonly log: Pick<Logger, 'info'>
}

export function createConnectionLimiter(
  config: Pick<VoiceConfig, 'socketsPerAddress' | 'joinsPerMinute'>,
  { trustedProxies, site, log }: DoorParts,
): ConnectionLimiter {
  const rate = { capacity: config.joinsPerMinute, perSecond: config.joinsPerMinute / 60 }
  const [connections, joins] = [new TokenBuckets(rate), new TokenBuckets(rate)]
  const connectionsPerNetwork = Math.max(4, config.socketsPerAddress * messageShare)
  const messages = new TokenBuckets({
    capacity: messageRate.capacity * connectionsPerNetwork,
    perSecond: messageRate.perSecond * connectionsPerNetwork,
  })
  const open = new Occupancy({ total: maxSockets, perNetwork: config.socketsPerAddress })
  return {
    admit(request) {
      // Browsers always send the page's origin; a websocket has no other guard.
      if (!site.isOwn(request.headers.origin)) return { refusal: 'a page of another site' }
      const network = networkOf(request, trustedProxies)
      if (!connections.take(network)) return { refusal: 'too many connections in a short time' }
      const leave = open.enter(network)
      if (!leave) return { refusal: 'too many connections' }
      request.socket.once('close', leave)
      return new VoiceConnection(request.socket, network, {
        network: messages.of(network),
        onFlood() {
          log.info('a voice connection sent too much and was ended')
          connections.of(network).block(waitAfterFloodS)
          joins.of(network).block(waitAfterFloodS)
        },
      })
    },
    joins,
  }
}
