import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { AUTHORITATIVE_ANSWER, decode, encode, TRUNCATED_RESPONSE, type Answer, type Packet } from 'dns-packet'

/** How the strangers' name server answers, by the first label of the name. */
export const nameTricks = [
  'mixed',
  'private',
  'turning',
  'mute',
  'late',
  'circle',
  'chain',
  'inwards',
  'truncated',
  'many',
  'garbage',
  'half',
  'foreign',
  'refused',
  'empty',
  'mapped',
  'none',
] as const

/** The strangers' domain. */
export const trapDomain = 'trap.test'

/**
 * The name server of the strangers' domain. Every address set it returns contains a private address, so a server
 * that checks must not connect at all.
 */
export interface NameServer {
  readonly port: number
  /** Questions so far. */
  asked(): number
  stop(): Promise<void>
}

/** A public address. Never connected to, because the same answer also has a private one. */
const publicAddress = '93.184.215.14'
const ttl = 0
const lateMs = 3_000

/** UDP and TCP share a port. The system picks it for UDP, so it may be taken for TCP: then both try another. */
export async function startNameServer(inwards = '127.0.0.1'): Promise<NameServer> {
  for (let left = maxTries; ; left -= 1) {
    try {
      return await openNameServer(inwards)
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      if (!isTaken || left === 0) throw error
    }
  }
}

const maxTries = 50

async function openNameServer(inwards: string): Promise<NameServer> {
  let asked = 0
  const answerOf = (bytes: Buffer): { readonly bytes: Buffer; readonly afterMs: number } | null => {
    asked += 1
    const query = decode(bytes)
    const [question] = query.questions ?? []
    if (!question) return null
    const [trick = ''] = question.name.split(/[-.]/)
    if (trick === 'mute') return null
    const isSix = question.type === 'AAAA'
    const name = question.name
    const address = (data: string): Answer =>
      data.includes(':') ? { name, type: 'AAAA', ttl, data } : { name, type: 'A', ttl, data }
    const alias = (data: string, from = name): Answer => ({ name: from, type: 'CNAME', ttl, data })
    const own = isSix ? address('::1') : address(inwards)
    const rounds: Partial<Record<string, readonly Answer[]>> = {
      mixed: isSix ? [] : [address(publicAddress), address(inwards)],
      private: [own],
      // DNS rebinding: public on the first lookup, private on the next; the other family is always private.
      turning: isSix ? [address('::1')] : [address(asked % 2 === 0 ? publicAddress : inwards)],
      late: [own],
      circle: [alias(`circle-b.${trapDomain}`), alias(name, `circle-b.${trapDomain}`)],
      chain: Array.from({ length: 40 }, (_, at) =>
        alias(`c${at + 1}.${trapDomain}`, at === 0 ? name : `c${at}.${trapDomain}`),
      ),
      inwards: [
        alias('localhost'),
        isSix ? { ...address('::1'), name: 'localhost' } : { ...address(inwards), name: 'localhost' },
      ],
      many: Array.from({ length: 400 }, (_, at) => address(isSix ? '::1' : `127.1.${at >> 8}.${at & 255}`)),
      mapped: [address(isSix ? '::ffff:127.0.0.1' : '0.0.0.0')],
      half: [own],
      foreign: [own],
      truncated: [own],
    }
    const answers = rounds[trick] ?? []
    const packet: Packet = {
      type: 'response',
      id: trick === 'foreign' ? ((query.id ?? 0) + 1) % 65_536 : (query.id ?? 0),
      flags:
        AUTHORITATIVE_ANSWER |
        (trick === 'truncated' || trick === 'many' ? TRUNCATED_RESPONSE : 0) |
        rcodeOf(trick, rounds),
      questions: [question],
      answers: [...answers],
    }
    const whole = encode(packet)
    const sent =
      trick === 'garbage'
        ? Buffer.concat([whole.subarray(0, 2), Buffer.alloc(400, 0xc0)])
        : trick === 'half'
          ? whole.subarray(0, whole.length - 3)
          : whole
    return { bytes: sent, afterMs: trick === 'late' ? lateMs : 0 }
  }
  const udp = createSocket('udp4')
  udp.on('error', () => undefined)
  udp.on('message', (bytes, from) => {
    const answer = answerOf(bytes)
    // Larger than any packet that a client expects.
    if (answer)
      setTimeout(
        () => udp.send(answer.bytes.subarray(0, 1_200), from.port, from.address, () => undefined),
        answer.afterMs,
      ).unref()
  })
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const { port } = udp.address()
  const sockets = new Set<Socket>()
  // Clients retry truncated answers over TCP; half of them get no answer.
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      const answer = asked % 2 === 0 ? answerOf(bytes.subarray(2)) : null
      if (!answer) return
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.bytes.length)
      socket.write(Buffer.concat([length, answer.bytes]))
    })
  })
  tcp.listen(port, '127.0.0.1')
  try {
    await once(tcp, 'listening')
  } catch (error) {
    udp.close()
    throw error
  }
  return {
    port,
    asked: () => asked,
    async stop() {
      udp.close()
      for (const socket of sockets) socket.destroy()
      const closed = once(tcp, 'close')
      tcp.close()
      await closed
    },
  }
}

const serverFailed = 2
const noSuchName = 3
const refused = 5

function rcodeOf(trick: string, known: object): number {
  if (trick === 'refused') return refused
  if (trick === 'empty' || trick in known) return 0
  return trick === 'none' ? noSuchName : serverFailed
}
