import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import type { Socket as EngineSocket } from 'engine.io'
import type { Logger } from 'pino'
import type { VoiceConfig } from '../config/serverConfig.ts'
import type { Fence, Guest } from '../fence.ts'
import type { Site } from '../http/site.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import { networkOf, Occupancy } from '../limits/occupancy.ts'
import { minuteMs, type SharedLimits } from '../limits/sharedLimits.ts'
import { TokenBucket, TokenBuckets } from '../limits/tokenBuckets.ts'

/** Joining a full room sends some fifty messages at once, reconnecting a few dozen. More in a row is a flood. */
const messageRate = { capacity: 300, perSecond: 30 }
/** A message that no browser of ours sends costs as much as this many others. */
const malformedCost = 30
/** Bytes that cost as much as a message, so frames that carry nothing cost something too. */
const bytesPerToken = 4_096
/** What may wait for a browser that reads too slowly. It reconnects and joins again. */
const maxWaitingBytes = 256 * 1024
const closeTimeoutMs = 1_000

interface ConnectionLimits {
  /** What all connections of its network may send together. */
  readonly network: TokenBucket
  /** Told when this connection was ended for sending too much. */
  onFlood(): void
}

/** Where a connection comes from. */
interface Origin {
  /** By which limits count. */
  readonly network: string
  /** Of the cookie that it began with. Signing in later takes a new connection. */
  readonly sessionId: string | null
}

/**
 * One websocket, from its handshake to its end. What it may still do belongs to the connection and its network, not to the
 * namespace, which a client enters and leaves as it likes (decision Z3).
 */
export class VoiceConnection implements Guest {
  readonly network: string
  readonly sessionId: string | null
  readonly #tcp: TcpSocket
  readonly #limits: ConnectionLimits
  readonly #own = new TokenBucket(messageRate)
  #engine: EngineSocket | null = null
  #waitingBytes = 0
  #hasEntered = false
  #hasEnded = false
  #lastJoin: Promise<void> = Promise.resolve()
  #unwatchSession: (() => void) | null = null

  constructor(tcp: TcpSocket, { network, sessionId }: Origin, limits: ConnectionLimits) {
    this.#tcp = tcp
    this.network = network
    this.sessionId = sessionId
    this.#limits = limits
    tcp.once('close', () => this.dependOn(null))
  }

  /** Replaces the subscription to the end of the seat's session. Null for a seat without one. */
  dependOn(unwatch: (() => void) | null): void {
    this.#unwatchSession?.()
    this.#unwatchSession = unwatch
    if (this.#tcp.destroyed && unwatch) this.dependOn(null)
  }

  /** Begins to count what comes in and what waits to go out. */
  watch(engine: EngineSocket, fence: Fence): void {
    this.#engine = engine
    const spend = fence.around('websocket', this, () => this.spend(1))
    engine.on('packet', spend)
    engine.on(
      'packetCreate',
      fence.around('websocket', this, ({ data }: { readonly data?: string | Buffer }) =>
        this.#queue(data?.length ?? 0),
      ),
    )
    engine.on('flush', () => (this.#waitingBytes = 0))
    engine.once('close', () => this.#endSoon())
    this.#tcp.on(
      'data',
      fence.around('websocket', this, (chunk: Buffer) => this.spend(chunk.length / bytesPerToken)),
    )
    // Control frames are answered inside the library; no browser sends any.
    const frames: unknown = Reflect.get(engine.request, 'websocket')
    if (frames instanceof EventEmitter) frames.on('ping', spend).on('pong', spend)
    // The request weighs more than everything else that is kept of a connection.
    Reflect.set(engine, 'request', null)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** @returns false for a connection that has entered the namespace before: each enters once. */
  enter(): boolean {
    const isFirst = !this.#hasEntered
    this.#hasEntered = true
    return isFirst
  }

  /** Charges connection and network for a message, and ends the connection above its allowance. */
  spend(cost: number): void {
    if (this.#hasEnded) return
    if (!this.#own.take(cost)) {
      this.#limits.onFlood()
      this.end()
    } else if (!this.#limits.network.take(cost)) this.end()
  }

  /** Charges for a message that no browser of ours sends. */
  spendMalformed(): void {
    this.spend(malformedCost)
  }

  /** Joins one after another: the last one asked for is the room it ends up in. */
  inOrder(join: () => Promise<void>): Promise<void> {
    const joined = this.#lastJoin.then(join)
    this.#lastJoin = joined.catch(() => undefined)
    return joined
  }

  /** Closes gracefully: pending messages arrive, and the client may answer for a short time. */
  close(): void {
    this.#engine?.close()
    this.#endSoon()
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    // Closed first, so that frames of the same segment go no further.
    this.#engine?.close(true)
    this.#tcp.destroy()
  }

  #endSoon(): void {
    if (!this.#tcp.destroyed) setTimeout(() => this.end(), closeTimeoutMs).unref()
  }

  #queue(bytes: number): void {
    this.#waitingBytes += bytes
    if (this.#waitingBytes + this.#tcp.writableLength > maxWaitingBytes) this.end()
  }
}

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
  /** Counts an entry into a room. @returns false where its network has entered too many in a minute. */
  mayJoin(network: string): Promise<boolean>
}

interface DoorParts {
  readonly trustedProxies: number
  readonly site: Pick<Site, 'isOwn'>
  readonly sessions: Pick<Sessions, 'idOf'>
  readonly limits: SharedLimits | null
  readonly log: Pick<Logger, 'info'>
}

export function createConnectionLimiter(
  config: Pick<VoiceConfig, 'socketsPerAddress' | 'joinsPerMinute'>,
  { trustedProxies, site, sessions, limits, log }: DoorParts,
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
      return new VoiceConnection(
        request.socket,
        { network, sessionId: sessions.idOf(request) },
        {
          network: messages.of(network),
          onFlood() {
            log.info('a voice connection sent too much and was ended')
            connections.of(network).block(waitAfterFloodS)
            joins.of(network).block(waitAfterFloodS)
          },
        },
      )
    },
    async mayJoin(network) {
      if (!joins.take(network)) return false
      if (limits === null) return true
      const limit = { max: config.joinsPerMinute, windowMs: minuteMs }
      return (await limits.count(`joins ${network}`, limit)).current <= limit.max
    },
  }
}
