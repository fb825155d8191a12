import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'

/** One client that abuses a server until its process ends: `abuser.ts URL slow`, or a path that it asks for without end. */
const [address = '', what = ''] = process.argv.slice(2)
const url = new URL(address)
const slowSockets = 1_000
const floodsAtOnce = 50
/** All of it comes from one address. */
const headers = { 'x-forwarded-for': '198.51.100.7' }

async function slowSocket(): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ')
  return socket
}

async function dripSlowly(): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: slowSockets }, slowSocket))
  setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 1_000)
}

function request(target: URL, agent: Agent): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve()
    get(target, { agent, headers }, (response) => response.on('close', done).resume()).on('error', done)
  })
}

/** A path that ends with a slash is followed by a hash of its own each time. */
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

const abusing = what === 'slow' ? dripSlowly() : floodWith(what)
// Whoever forked it is gone.
process.once('disconnect', () => process.exit(1))
process.send?.('begun')
await abusing
