import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'

/** Sends each message to the others on the same path, and does nothing else. Forked by `tableServers.ts`. */
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
const rooms = new Map<string, Set<WebSocket>>()
sockets.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set()
  rooms.set(url, room.add(socket))
  socket.on('close', () => room.delete(socket))
  socket.on('message', (data) => {
    for (const other of room) if (other !== socket) other.send(data, { binary: false })
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('The server has no port')
process.on('message', () => process.exit(0))
// The parent process has ended.
process.once('disconnect', () => process.exit(1))
process.send?.({ url: `ws://127.0.0.1:${address.port}` })
