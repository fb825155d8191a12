import { maxBridgeSdpLength } from '@parley/protocol'
import { z } from 'zod'
import type { Logger } from 'pino'
import type { JanusConfig } from '../../config/serverConfig.ts'

/** Janus's plugin that passes voices on without mixing them (decision V9). */
export const videoRoom = 'janus.plugin.videoroom'
const protocol = 'janus-protocol'
const answerTimeoutMs = 8_000
/** Far more than a room of a hundred takes. */
const maxMessageLength = 500_000
const reconnectMs = 1_000
/** A Janus that hangs carries no voice, and is noticed by this. It ends a session that is silent for a minute, by default. */
const keepaliveMs = 5_000
/** A line up, and one down. */
const spareHandles = 2

const id = z.int()
const jsep = z.object({ type: z.enum(['offer', 'answer']), sdp: z.string().max(maxBridgeSdpLength) })
const janusMessage = z.looseObject({
  janus: z.string(),
  transaction: z.optional(z.string()),
  sender: z.optional(id),
  session_id: z.optional(id),
  data: z.optional(z.looseObject({ id: z.optional(id) })),
  plugindata: z.optional(z.looseObject({ data: z.looseObject({}) })),
  jsep: z.optional(jsep),
  /** Of a `hangup`. */
  reason: z.optional(z.string()),
  error: z.optional(z.looseObject({ code: z.int(), reason: z.string() })),
})
type JanusMessage = z.output<typeof janusMessage>

/** What the plugin says on a handle: to a request, or of its own accord. */
export interface HandleEvent {
  readonly data: Readonly<Record<string, unknown>>
  readonly sdp: string | null
}

export interface JanusHandle {
  /** @throws {JanusError} */
  ask(body: Readonly<Record<string, unknown>>, description?: RTCSessionDescriptionInit): Promise<HandleEvent>
  trickle(candidate: Readonly<Record<string, unknown>>): void
  detach(): void
}

/** The code where Janus didn't answer in time, or is away. */
export const noAnswer = 0

/** Janus refused, or is away. */
export class JanusError extends Error {
  override readonly name = 'JanusError'
  /** Janus's own, or one of the plugin, or {@link noAnswer}. */
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

/** The connection of a server to Janus: one session, with handles for the people of this server. */
export interface Janus {
  isUp(): boolean
  /** `onEvent` is called with what isn't an answer. */
  attach(onEvent: (event: HandleEvent) => void): Promise<JanusHandle>
  close(): void
}

interface JanusEars {
  /** The connection is there, for the first time or again. All handles of before are gone. */
  onUp(): void
  onDown(): void
}

/** Opens the connection, and again whenever it is lost. */
export function openJanus({ url, secret }: JanusConfig, log: Pick<Logger, 'info' | 'warn'>, ears: JanusEars): Janus {
  let line: Line | null = null
  let isUp = false
  let isClosed = false
  /** Logged when it changes, not at each attempt. */
  let isSaidAway = false
  let timer: ReturnType<typeof setTimeout> | null = null
  const lost = (reason: string): void => {
    line = null
    if (!isSaidAway && !isClosed) log.warn({ reason }, 'Janus does not answer: open rooms hold as many as without it')
    isSaidAway = true
    if (isUp) {
      isUp = false
      ears.onDown()
    }
    if (!isClosed) timer = setTimeout(connect, reconnectMs)
  }
  const connect = (): void => {
    line = new Line(url, secret, {
      onDown: lost,
      onUp: () => {
        isUp = true
        if (isSaidAway) log.info('Janus answers again')
        isSaidAway = false
        ears.onUp()
      },
    })
  }
  connect()
  return {
    isUp: () => isUp,
    async attach(onEvent) {
      if (!line || !isUp) throw new JanusError(noAnswer, 'Janus is away')
      return line.attach(onEvent)
    },
    close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      line?.end('the server ends')
    },
  }
}

interface Waiting {
  /** An acknowledgement is the answer; otherwise it only comes before it. */
  readonly endsWithAck: boolean
  readonly resolve: (message: JanusMessage) => void
  readonly reject: (error: JanusError) => void
  readonly timer: ReturnType<typeof setTimeout>
}

/** One websocket to Janus, with its session. */
class Line {
  readonly #socket: WebSocket
  readonly #secret: string | null
  readonly #waiting = new Map<string, Waiting>()
  readonly #handles = new Map<number, (event: HandleEvent) => void>()
  /** Those of the next person, so that they wait for one answer less. Null where Janus refused. */
  readonly #spares: Promise<number | null>[] = []
  readonly #onDown: (reason: string) => void
  #session: number | null = null
  #count = 0
  #hasEnded = false
  #keepalive: ReturnType<typeof setInterval> | null = null

  constructor(
    url: string,
    secret: string | null,
    { onUp, onDown }: { readonly onUp: () => void; readonly onDown: (reason: string) => void },
  ) {
    this.#secret = secret
    this.#onDown = onDown
    this.#socket = new WebSocket(url, protocol)
    const opening = setTimeout(() => this.end('no answer in time'), answerTimeoutMs)
    this.#socket.addEventListener('open', () => {
      clearTimeout(opening)
      this.#begin().then(onUp, (error: unknown) => this.end(String(error)))
    })
    this.#socket.addEventListener('message', ({ data }) => this.#take(String(data)))
    this.#socket.addEventListener('error', () => this.end('the connection failed'))
    this.#socket.addEventListener('close', () => {
      clearTimeout(opening)
      this.end('the connection was lost')
    })
  }

  async attach(onEvent: (event: HandleEvent) => void): Promise<JanusHandle> {
    const spare = this.#spares.shift()
    this.#keepSpare()
    const handle = (await spare) ?? (await this.#newHandle())
    this.#handles.set(handle, onEvent)
    const about = { handle_id: handle }
    return {
      ask: async (body, description) =>
        eventOf(await this.#ask({ janus: 'message', ...about, body, ...(description ? { jsep: description } : {}) })),
      trickle: (candidate) => this.#tell({ janus: 'trickle', ...about, candidate }),
      detach: () => {
        this.#handles.delete(handle)
        this.#tell({ janus: 'detach', ...about })
      },
    }
  }

  async #newHandle(): Promise<number> {
    const { data } = await this.#ask({ janus: 'attach', plugin: videoRoom })
    if (data?.id === undefined) throw new JanusError(noAnswer, 'Janus gave no handle')
    return data.id
  }

  #keepSpare(): void {
    this.#spares.push(this.#newHandle().catch(() => null))
  }

  end(reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (this.#keepalive) clearInterval(this.#keepalive)
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(new JanusError(noAnswer, reason))
    }
    this.#waiting.clear()
    this.#socket.close()
    this.#onDown(reason)
  }

  async #begin(): Promise<void> {
    const { data } = await this.#ask({ janus: 'create' })
    if (data?.id === undefined) throw new JanusError(noAnswer, 'Janus gave no session')
    this.#session = data.id
    for (let spare = 0; spare < spareHandles; spare += 1) this.#keepSpare()
    // A Janus that hangs keeps the connection open.
    this.#keepalive = setInterval(() => {
      this.#ask({ janus: 'keepalive' }).catch((error: unknown) => this.end(String(error)))
    }, keepaliveMs)
  }

  #ask(request: Readonly<Record<string, unknown>>): Promise<JanusMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<JanusMessage>()
    const transaction = this.#tell(request)
    const timer = setTimeout(() => {
      this.#waiting.delete(transaction)
      reject(new JanusError(noAnswer, 'no answer in time'))
    }, answerTimeoutMs)
    this.#waiting.set(transaction, { endsWithAck: request['janus'] === 'keepalive', resolve, reject, timer })
    return promise
  }

  /** @returns its transaction. */
  #tell(request: Readonly<Record<string, unknown>>): string {
    this.#count += 1
    const transaction = `p${this.#count}`
    const session = this.#session === null ? {} : { session_id: this.#session }
    const secret = this.#secret === null ? {} : { apisecret: this.#secret }
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ ...request, ...session, ...secret, transaction }))
    return transaction
  }

  #take(text: string): void {
    const message = text.length > maxMessageLength ? null : readMessage(text)
    if (message === null) return this.end('it does not speak like Janus')
    if (message.janus === 'timeout') return this.end('Janus ended the session')
    const transaction = message.transaction ?? ''
    const waiting = this.#waiting.get(transaction)
    if (waiting) {
      if (message.janus === 'ack' && !waiting.endsWithAck) return
      this.#waiting.delete(transaction)
      clearTimeout(waiting.timer)
      const refusal = refusalOf(message)
      if (refusal) waiting.reject(refusal)
      else waiting.resolve(message)
    } else if (message.sender !== undefined) this.#handles.get(message.sender)?.(eventOf(message))
  }
}

function readMessage(text: string): JanusMessage | null {
  try {
    return janusMessage.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function refusalOf({ error, plugindata }: JanusMessage): JanusError | null {
  if (error) return new JanusError(error.code, error.reason)
  const { error_code: code, error: reason } = plugindata?.data ?? {}
  return typeof code === 'number' ? new JanusError(code, String(reason)) : null
}

/** An event of the plugin, or the state of a connection: `webrtcup`, `hangup`. */
function eventOf({ janus, plugindata, jsep, reason }: JanusMessage): HandleEvent {
  return { data: plugindata?.data ?? { janus, reason }, sdp: jsep?.sdp ?? null }
}
