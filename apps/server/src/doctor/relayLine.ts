import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Where a relay is, and how it is reached. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly transport: 'UDP' | 'TCP' | 'TLS'
}

/** A way to a relay, by datagrams or in a stream. */
export interface RelayLine {
  /** Sends a message. @returns its answer; null where none comes in time. */
  ask(message: Buffer, isAnswer: (answer: Buffer) => boolean): Promise<Buffer | null>
  close(): void
}

const timeoutMs = 3_000
/** Datagrams get lost. */
const attempts = 2
const ports = { turn: 3478, turns: 5349 } as const

/** @returns null for a relay by DTLS, which Node doesn't speak. */
export function placeOf(url: string): Place | null {
  const [, scheme, host, port, by = scheme === 'turns' ? 'tcp' : 'udp'] =
    /^(turns?):([^:?]+|\[[^\]]+\])(?::(\d+))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? []
  if (host === undefined || (scheme === 'turns' && by === 'udp')) return null
  const transport = scheme === 'turns' ? 'TLS' : by === 'tcp' ? 'TCP' : 'UDP'
  return { host, port: Number(port ?? (scheme === 'turns' ? ports.turns : ports.turn)), transport }
}

/** @throws where a stream can't be opened: the system's error, or what is wrong with the certificate. */
export function openRelayLine(place: Place): Promise<RelayLine> | RelayLine {
  return place.transport === 'UDP' ? datagrams(place) : stream(place)
}

function datagrams({ host, port }: Place): RelayLine {
  const socket = createSocket('udp4')
  return {
    async ask(message, isAnswer) {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        try {
          const heard = once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs / attempts) })
          socket.send(message, port, host)
          const [answer] = await heard
          if (Buffer.isBuffer(answer) && isAnswer(answer)) return answer
        } catch {
          // No answer in time, or no server.
        }
      }
      return null
    },
    close: () => void socket.close(),
  }
}

const headBytes = 20

async function stream({ host, port, transport }: Place): Promise<RelayLine> {
  const address = host.replace(/^\[|\]$/g, '')
  const isTls = transport === 'TLS'
  const socket = isTls ? connectTls({ host: address, port, servername: address }) : connect({ host: address, port })
  const signal = () => AbortSignal.timeout(timeoutMs)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: signal() })
  } catch (error) {
    socket.destroy()
    throw error
  }
  socket.on('error', () => socket.destroy())
  return {
    async ask(message, isAnswer) {
      socket.write(message)
      let heard = Buffer.alloc(0)
      try {
        // Its head says how long a message is.
        while (heard.length < headBytes || heard.length < headBytes + heard.readUInt16BE(2)) {
          const [chunk] = await once(socket, 'data', { signal: signal() })
          if (Buffer.isBuffer(chunk)) heard = Buffer.concat([heard, chunk])
        }
        return isAnswer(heard) ? heard : null
      } catch {
        return null
      }
    },
    close: () => void socket.destroy(),
  }
}
