import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { TurnConfig } from '../config/serverConfig.ts'
import { fine, skipped, warning, type Finding } from './Finding.ts'

const what = 'voice relay'
const timeoutMs = 3_000
const attempts = 2
const magicCookie = 0x2112a442

/** Whether the voice relay answers: a STUN binding request over UDP, as browsers send first. */
export async function examineTurn(turn: TurnConfig | null): Promise<Finding> {
  if (turn === null)
    return skipped(what, 'TURN_URLS is not set: people behind strict networks will not hear each other.')
  for (const url of turn.urls) {
    const place = placeOf(url)
    if (place === null) continue
    if (!(await answers(place)))
      return warning(what, `Nothing answers at ${url}. Is the relay running, and its UDP port open?`)
  }
  return fine(what, 'It answers.')
}

/** @returns null for a relay by TCP or TLS, which a UDP packet does not reach. */
function placeOf(url: string): { host: string; port: number } | null {
  const [, host, port] = /^turn:([^:?]+|\[[^\]]+\])(?::(\d+))?(?:\?transport=udp)?$/.exec(url) ?? []
  return host === undefined ? null : { host, port: Number(port ?? 3478) }
}

async function answers({ host, port }: { host: string; port: number }): Promise<boolean> {
  const transaction = randomBytes(12)
  const request = Buffer.alloc(20)
  request.writeUInt16BE(0x0001, 0)
  request.writeUInt32BE(magicCookie, 4)
  transaction.copy(request, 8)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const socket = createSocket('udp4')
    try {
      const heard = once(socket, 'message', { signal: AbortSignal.timeout(timeoutMs / attempts) })
      socket.send(request, port, host)
      const [message] = await heard
      if (Buffer.isBuffer(message) && message.subarray(8, 20).equals(transaction)) return true
    } catch {
      // No answer in time, or no server.
    } finally {
      socket.close()
    }
  }
  return false
}
