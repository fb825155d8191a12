import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

/** A proxy between a server and a real Janus that changes what Janus answers. */
export interface LyingJanus {
  /** For JANUS_URL. */
  readonly url: string
  /** How often it lies, from 0 to 1. */
  lie(share: number): void
  /** Loses the next request of this name. */
  lose(request: string): void
  /** How many requests of this name it has seen, the lost ones too. */
  asked(request: string): number
  /** How many lies it has told, by kind. */
  told(): Readonly<Record<string, number>>
  close(): Promise<void>
}

interface Answer {
  readonly text: string
  readonly server: WebSocket
  readonly random: () => number
  /** What it has said before. */
  readonly before: readonly string[]
}

const protocol = 'janus-protocol'
const addressSchema = z.object({ port: z.number() })
const hugeBytes = 3_000_000
const latestMs = 400
const keptAnswers = 40

const values: readonly unknown[] = [
  null,
  '',
  'x'.repeat(20_000),
  -1,
  2 ** 60,
  1.5,
  true,
  [],
  {},
  [[[]]],
  { id: 'no number' },
  '__proto__',
]

/** What goes out in place of an answer. */
const lies: Readonly<Record<string, (answer: Answer) => void>> = {
  nothing: () => undefined,
  noise: ({ server, random }) => server.send(`{"janus":${'['.repeat(Math.floor(random() * 5_000))}`),
  bytes: ({ server }) => server.send(Buffer.from([0, 255, 128, 1])),
  list: ({ server }) => server.send('[1, null, "ack"]'),
  huge: ({ text, server }) => server.send(`${text.slice(0, -1)},"padding":"${'a'.repeat(hugeBytes)}"}`),
  late: ({ text, server, random }) => void setTimeout(() => server.send(text), random() * latestMs),
  twice: ({ text, server }) => {
    server.send(text)
    server.send(text)
  },
  old: ({ server, random, before }) => server.send(before[Math.floor(random() * before.length)] ?? '{}'),
  otherIds: ({ text, server, random }) =>
    server.send(
      text.replace(/"(transaction|sender|session_id|id)":\s*("?)([^",}]+)\2/g, (whole, name, quote) =>
        random() < 0.5 ? `"${name}":${quote}${Math.floor(random() * 50)}${quote}` : whole,
      ),
    ),
  otherValue: ({ text, server, random }) => {
    const changed = changeOne(JSON.parse(text), random)
    server.send(JSON.stringify(changed))
  },
  crowd: ({ text, server }) => {
    const streams = [{ mid: '0', type: 'audio' }]
    const people = Array.from({ length: 5_000 }, (_, id) => ({ id, streams, display: `${'p'.repeat(20)} key ${id}` }))
    const message = z.looseObject({}).parse(JSON.parse(text))
    server.send(JSON.stringify({ ...message, plugindata: { data: { videoroom: 'event', publishers: people } } }))
  },
  description: ({ text, server }) => {
    const message = z.looseObject({}).parse(JSON.parse(text))
    server.send(JSON.stringify({ ...message, jsep: { type: 'answer', sdp: 'v=0\r\n'.repeat(100_000) } }))
  },
  refusal: ({ text, server, random }) => {
    const message = z.looseObject({}).parse(JSON.parse(text))
    const error = { code: Math.floor(random() * 500), reason: 'no reason' }
    server.send(JSON.stringify({ ...message, janus: 'error', error }))
  },
  end: ({ server }) => server.close(1011),
  cut: ({ server }) => server.terminate(),
}

/** Starts it. `random` decides when it lies and how, so that a seed repeats a run. */
export async function startLyingJanus(janusUrl: string, random: () => number): Promise<LyingJanus> {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => protocol })
  await once(sockets, 'listening')
  let share = 0
  let losing: string | null = null
  const asked: string[] = []
  const told: Record<string, number> = {}
  const kinds = Object.entries(lies)
  sockets.on('connection', (server) => {
    const janus = new WebSocket(janusUrl, protocol)
    const early: string[] = []
    const before: string[] = []
    janus.on('open', () => early.splice(0).forEach((text) => janus.send(text)))
    server.on('message', (data) => {
      const text = textOf(data)
      const [, request = ''] = /"request":"(\w+)"/.exec(text) ?? []
      asked.push(request)
      if (request === losing) {
        losing = null
        return
      }
      if (janus.readyState === WebSocket.OPEN) janus.send(text)
      else early.push(text)
    })
    janus.on('message', (data) => {
      const text = textOf(data).replaceAll(/\s*\n\s*/g, '')
      before.push(text)
      if (before.length > keptAnswers) before.shift()
      const [kind, lie] = kinds[Math.floor(random() * kinds.length)] ?? []
      if (random() >= share || kind === undefined || !lie) return server.send(text)
      told[kind] = (told[kind] ?? 0) + 1
      lie({ text, server, random, before })
    })
    server.on('close', () => janus.terminate())
    janus.on('close', () => server.close())
    for (const socket of [server, janus]) socket.on('error', () => socket.terminate())
  })
  const { port } = addressSchema.parse(sockets.address())
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    await once(sockets, 'close')
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    lie: (often) => (share = often),
    lose: (request) => (losing = request),
    asked: (request) => asked.filter((one) => one === request).length,
    told: () => told,
    close: () => (closed ??= close()),
  }
}

function textOf(data: unknown): string {
  return z.instanceof(Buffer).parse(data).toString()
}

/** The same, with a value somewhere in it that is another one. */
function changeOne(value: unknown, random: () => number): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const key = keys[Math.floor(random() * keys.length)]
  if (key === undefined || random() < 0.3) return values[Math.floor(random() * values.length)]
  const inner: unknown = Reflect.get(Object(value), key)
  return Array.isArray(value)
    ? value.map((one, at) => (String(at) === key ? changeOne(one, random) : one))
    : { ...Object(value), [key]: changeOne(inner, random) }
}
