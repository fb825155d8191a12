import { randomBytes } from 'node:crypto'
import { voiceNamespace } from '@parley/protocol'
import type { Crowd, Line } from './crowd.ts'
import { siteOrigin, sourceHeaders, type Source } from './network.ts'

export interface Frame {
  readonly payload: string | Uint8Array
  /** 1 text, 2 binary, 0 continuation, 8 close, 9 ping, 10 pong; the others do not exist. */
  readonly opcode?: number
  readonly isLast?: boolean
  /** Reserved bits, 0 to 7. */
  readonly reserved?: number
  readonly isMasked?: boolean
  /** The length that the header claims. */
  readonly saidLength?: number
}

/** One frame as a client sends it (RFC 6455), or as no client would. */
export function frameBytes({
  payload,
  opcode = 1,
  isLast = true,
  reserved = 0,
  isMasked = true,
  saidLength,
}: Frame): Buffer {
  const body = Buffer.from(payload)
  const length = saidLength ?? body.length
  const first = (isLast ? 0x80 : 0) | (reserved << 4) | opcode
  const maskBit = isMasked ? 0x80 : 0
  const mask = isMasked ? Buffer.from([7, 21, 99, 180]) : Buffer.alloc(0)
  const masked = isMasked ? body.map((byte, at) => byte ^ (mask[at % 4] ?? 0)) : body
  return Buffer.concat([Buffer.from([first]), lengthBytes(length, maskBit), mask, masked])
}

function lengthBytes(length: number, maskBit: number): Buffer {
  if (length < 126) return Buffer.from([maskBit | length])
  if (length < 0x1_00_00) return Buffer.from([maskBit | 126, length >> 8, length & 255])
  const bytes = Buffer.alloc(9)
  bytes[0] = maskBit | 127
  bytes.writeBigUInt64BE(BigInt(length), 1)
  return bytes
}

export interface Upgrade {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the sender says about where it comes from. */
  readonly claimed?: string
}

export const voicePath = '/socket.io/?EIO=4&transport=websocket'
const answerTimeoutMs = 45_000

/** A websocket to the voice rooms, spoken by hand: every packet of engine.io and socket.io is text that a stranger may change. */
export class WebSocketLine {
  readonly line: Line
  /** Text that the server sent, in order. */
  readonly said: string[] = []
  private lastAck = 0

  private constructor(line: Line) {
    this.line = line
  }

  /** @returns null where the server does not upgrade. */
  static async open(crowd: Crowd, source: Source, upgrade: Upgrade = {}): Promise<WebSocketLine | null> {
    const line = await crowd.connect(source)
    line.write(upgradeBytes(source, upgrade))
    const end = await line.until(() => {
      const at = line.received.indexOf('\r\n\r\n')
      return at >= 0 && at + 4
    }, answerTimeoutMs)
    if (end === null || !line.received.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
      line.close()
      return null
    }
    line.consume(end)
    const socket = new WebSocketLine(line)
    line.onBytes = () => socket.read()
    socket.read()
    return socket
  }

  /** As {@link open}, and lets itself into the namespace of the voice rooms. */
  static async enter(crowd: Crowd, source: Source, upgrade: Upgrade = {}): Promise<WebSocketLine | null> {
    const socket = await WebSocketLine.open(crowd, source, upgrade)
    socket?.send(`40${voiceNamespace},`)
    return (await socket?.hears(/^40\/voice,/)) ? socket : null
  }

  get isOpen(): boolean {
    return !this.line.socket.destroyed
  }

  /** What the server calls this connection in the voice rooms; empty before it has entered. */
  get peerId(): string {
    const entry = this.said.findLast((text) => text.startsWith(`40${voiceNamespace},`))
    return /"sid":"([^"]+)"/.exec(entry ?? '')?.[1] ?? ''
  }

  send(text: string): void {
    this.frame({ payload: text })
  }

  frame(frame: Frame): void {
    this.line.write(frameBytes(frame))
  }

  emit(event: string, payload: unknown): void {
    this.send(`42${voiceNamespace},${JSON.stringify([event, payload])}`)
  }

  /** Sends an event and waits for its acknowledgement; null where none comes. */
  async ask(event: string, payload: unknown): Promise<string | null> {
    const id = (this.lastAck += 1)
    this.send(`42${voiceNamespace},${id}${JSON.stringify([event, payload])}`)
    return this.hears(new RegExp(`^43${voiceNamespace},${id}\\[`))
  }

  /** Waits for a text of this form. @returns it, or null where the line closes or the time is over. */
  async hears(form: RegExp): Promise<string | null> {
    return this.line.until(() => this.said.find((text) => form.test(text)), answerTimeoutMs)
  }

  close(): void {
    this.line.close()
  }

  private read(): void {
    for (;;) {
      const bytes = this.line.received
      const short = (bytes[1] ?? 0) & 127
      const headLength = short === 127 ? 10 : short === 126 ? 4 : 2
      if (bytes.length < headLength) return
      const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
      if (bytes.length < headLength + length) return
      const payload = bytes.subarray(headLength, headLength + length)
      const opcode = (bytes[0] ?? 0) & 15
      if (opcode === 1) this.hear(payload.toString())
      this.line.consume(headLength + length)
    }
  }

  private hear(text: string): void {
    // engine.io's ping.
    if (text === '2') this.send('3')
    else this.said.push(text)
  }
}

export function upgradeBytes(source: Source, { path = voicePath, headers = {}, claimed }: Upgrade): string {
  const all: Record<string, string> = {
    ...sourceHeaders(source, claimed),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    origin: siteOrigin,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
