import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { liveEventSchema } from '@parley/protocol'
import { until } from './testServer.ts'

/** Frames of a client are masked; a key of zeros leaves the payload readable. */
const maskBit = 0x80
const finBit = 0x80
const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9 } as const

type Opcode = keyof typeof opcodes

/** One websocket frame as a client sends it. */
export function frame(payload: string, opcode: Opcode = 'text', isLast = true): Buffer {
  const body = Buffer.from(payload)
  const head = Buffer.from([(isLast ? finBit : 0) | opcodes[opcode], maskBit | Math.min(body.length, 126)])
  const length = Buffer.alloc(body.length < 126 ? 0 : 2)
  if (length.length > 0) length.writeUInt16BE(body.length)
  return Buffer.concat([head, length, Buffer.alloc(4), body])
}

/** A TCP connection that sends exactly the bytes it is given, well-formed or not. */
export class RawClient {
  readonly #socket: Socket
  #received = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => (this.#received = Buffer.concat([this.#received, chunk])))
  }

  /** @param from an address of this machine; each is a network of its own. */
  static async connect(url: string, from = '127.0.0.1'): Promise<RawClient> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
    const client = new RawClient(socket)
    await once(socket, 'connect')
    return client
  }

  /** A websocket to the voice rooms, past the server's greeting. */
  static async websocket(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawClient> {
    const client = await RawClient.connect(url)
    client.send(
      upgradeRequest('/socket.io/?EIO=4&transport=websocket', { origin: new URL(url).origin, ...headers }, url),
    )
    await client.hears('"sid"')
    return client
  }

  send(bytes: string | Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes)
  }

  /** Everything the server has sent so far, as it came over the wire. */
  get received(): string {
    return this.#received.toString('latin1')
  }

  async hears(text: string): Promise<void> {
    await until(async () => this.received.includes(text) || (this.closed && 'closed'))
    if (!this.received.includes(text)) throw new Error(`closed before "${text}": ${this.received.slice(0, 200)}`)
  }

  /** Answers pings without reading, so the server considers it alive. */
  answerPingsBlindly(): void {
    const answering = setInterval(() => this.send(frame('3')), 1_000)
    this.#socket.once('close', () => clearInterval(answering))
  }

  /** Stops reading, so the server must buffer what it sends. */
  stopReading(): void {
    this.#socket.pause()
  }

  get closed(): boolean {
    return this.#socket.closed
  }

  async gone(): Promise<void> {
    await until(async () => this.closed)
  }

  /** Ends the connection with RST, as a crashed peer or an attacker does. */
  async reset(): Promise<void> {
    this.#socket.resetAndDestroy()
    await this.gone()
  }

  leave(): void {
    this.#socket.destroy()
  }
}

export function upgradeRequest(path: string, headers: Readonly<Record<string, string>>, url: string): string {
  const all = {
    host: new URL(url).host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** Subscribes as an open page does. */
export async function openPage(url: string) {
  return listenTo(`${url}/api/events`, liveEventSchema)
}

/** Reads server-sent events. */
export async function listenTo<T>(
  url: string,
  schema: { parse(value: unknown): T },
  headers: Readonly<Record<string, string>> = {},
) {
  // A separate connection that ends with the page. fetch would reconnect at once.
  const request = get(url, { agent: false, headers })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  const events: T[] = []
  const ids: number[] = []
  const read = async (): Promise<'ended' | 'cut'> => {
    let text = ''
    try {
      for await (const chunk of response.setEncoding('utf8')) {
        text += String(chunk)
        const messages = text.split('\n\n')
        text = messages.pop() ?? ''
        for (const line of messages.flatMap((message) => message.split('\n'))) {
          if (line.startsWith('data: ')) events.push(schema.parse(JSON.parse(line.slice(6))))
          if (line.startsWith('id: ')) ids.push(Number(line.slice(4)))
        }
      }
      return 'ended'
    } catch {
      return 'cut'
    }
  }
  return { status: response.statusCode, events, ids, ended: read(), leave: () => void request.destroy() }
}
