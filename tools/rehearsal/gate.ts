import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to an address that can be cut, for one server. */
export interface Gate {
  /** The address as it is through here. */
  readonly url: string
  /** Ends all connections and takes no new ones. */
  cut(): void
  mend(): void
  stop(): Promise<void>
}

export async function openGate(target: string): Promise<Gate> {
  const url = new URL(target)
  const port = Number(url.port)
  const open = new Set<Socket>()
  let isCut = false
  const gate = createServer((client) => {
    if (isCut) return void client.destroy()
    const beyond = connect(port, '127.0.0.1')
    const end = (): void => {
      client.destroy()
      beyond.destroy()
    }
    for (const socket of [client, beyond]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    client.pipe(beyond).pipe(client)
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const address = gate.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port is expected')
  url.port = String(address.port)
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut() {
      isCut = true
      endAll()
    },
    mend() {
      isCut = false
    },
    async stop() {
      endAll()
      gate.close()
    },
  }
}
