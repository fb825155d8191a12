import { type Adapter, ClusterAdapter, type ClusterMessage, type ClusterResponse, MessageType } from 'socket.io-adapter'
import type { ServerLine } from './ServerLine.ts'

type Options = Parameters<ClusterAdapter['broadcast']>[1]
type Sockets = Awaited<ReturnType<ClusterAdapter['fetchSockets']>>

interface Question {
  readonly missing: Set<string>
  readonly sockets: unknown[]
  readonly answered: () => void
}

const answerTimeoutMs = 5_000

/**
 * Joins a namespace's rooms over all servers of a database. socket.io's own adapter for PostgreSQL sends over a pool, where
 * messages overtake each other, and forgets a server that is late, so that two people in one room never meet.
 */
export class LineAdapter extends ClusterAdapter {
  readonly #line: ServerLine
  readonly #questions = new Map<string, Question>()
  #asked = 0

  constructor(namespace: ConstructorParameters<typeof Adapter>[0], line: ServerLine) {
    super(namespace)
    this.#line = line
  }

  take(message: ClusterMessage): void {
    this.onMessage(message)
  }

  protected override async doPublish(message: ClusterMessage): Promise<string> {
    await this.#line.send({ ...message, uid: this.#line.server })
    return ''
  }

  protected override async doPublishResponse(_to: string, response: ClusterResponse): Promise<void> {
    await this.#line.send({ ...response, uid: this.#line.server })
  }

  /** Reaches this server's own people at once. Waiting for the database would change the order for them. */
  override async broadcast(packet: unknown, options: Options): Promise<void> {
    if (!options.flags?.local) this.publish({ type: MessageType.BROADCAST, data: { packet, opts: encoded(options) } })
    await super.broadcast(packet, { ...options, flags: { ...options.flags, local: true } })
  }

  /** Of exactly those servers that PostgreSQL knows of. Rejects where one of them doesn't answer. */
  override async fetchSockets(options: Options): Promise<Sockets> {
    const local = { ...options, flags: { ...options.flags, local: true } }
    if (options.flags?.local) return super.fetchSockets(local)
    const missing = new Set(await this.#line.others())
    const there = missing.size === 0 ? [] : await this.#ask(missing, options)
    return [...(await super.fetchSockets(local)), ...there]
  }

  protected override onResponse(response: ClusterResponse): void {
    if (response.type !== MessageType.FETCH_SOCKETS_RESPONSE) return super.onResponse(response)
    const question = this.#questions.get(response.data.requestId)
    if (!question?.missing.delete(response.uid)) return
    question.sockets.push(...response.data.sockets)
    if (question.missing.size === 0) question.answered()
  }

  async #ask(missing: Set<string>, options: Options): Promise<readonly unknown[]> {
    this.#asked += 1
    const requestId = `${this.#line.server} ${this.#asked}`
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sockets: unknown[] = []
    this.#questions.set(requestId, { missing, sockets, answered: resolve })
    const timer = setTimeout(
      () => reject(new Error(`${missing.size} of the other servers did not answer`)),
      options.flags?.timeout ?? answerTimeoutMs,
    )
    const data = { requestId, opts: encoded(options) }
    try {
      await Promise.all([this.publishAndReturnOffset({ type: MessageType.FETCH_SOCKETS, data }), promise])
      return sockets
    } finally {
      clearTimeout(timer)
      this.#questions.delete(requestId)
    }
  }
}

function encoded({ rooms, except, flags }: Options) {
  return { rooms: [...rooms], except: except ? [...except] : [], flags: flags ?? {} }
}
