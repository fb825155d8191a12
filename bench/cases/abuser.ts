import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'

/** A client that abuses a server until killed: `abuser.ts URL slow`, `… idle`, or a path to request endlessly. */
const [address = '', what = ''] = process.argv.slice(2)
const url = new URL(address)
const slowSockets = 1_000
const idleSockets = 10_000
const openedAtOnce = 200
const floodsAtOnce = 50
/** Everything comes from one address. */
const headers = { 'x-forwarded-for': '198.51.100.7' }

async function openSocket(firstBytes: string, from = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: Number(url.port), host: url.hostname, localAddress: from })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(firstBytes)
  return socket
}

const slowSocket = (): Promise<Socket> => openSocket('GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ')

async function dripSlowly(): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: slowSockets }, slowSocket))
  setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 1_000)
}

/** Keeps the connection open after the answer, and reconnects when dropped. */
async function stayIdle(from: string): Promise<void> {
  const socket = await openSocket('GET /api/config HTTP/1.1\r\nhost: x\r\n\r\n', from)
  socket.resume().once('close', () => void stayIdle(from).catch(() => undefined))
}

/** Enough addresses to stay below every per-address limit. */
async function crowd(): Promise<void> {
  for (let group = 0; group < idleSockets / openedAtOnce; group += 1)
    await Promise.all(Array.from({ length: openedAtOnce }, () => stayIdle(`127.0.1.${group + 1}`)))
}

function request(target: URL, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve()
    get(target, { agent, headers }, (response) => response.on('close', done).resume()).on('error', done)
  })
}

/** A path that ends with a slash gets a different hash each time. */
async function floodWith(path: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: floodsAtOnce })
  let turn = 0
  const work = async (): Promise<never> => {
    for (;;) {
      turn += 1
      const hash = path.endsWith('/') ? `0x${turn.toString(16).padStart(64, '0')}` : ''
      await request(new URL(path + hash, url), agent)
    }
  }
  await Promise.race(Array.from({ length: floodsAtOnce }, work))
}

// The parent process has ended.
process.once('disconnect', () => process.exit(1))
// Connect them all before the others begin to measure.
if (what === 'idle') await crowd()
const abusing = what === 'idle' ? null : what === 'slow' ? dripSlowly() : floodWith(what)
process.send?.('begun')
await abusing
