import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A way to an address that can be cut, for one server. */
export interface Gate {
  /** The address as it is through here. */
  readonly url: string
  /** Ends all connections and takes no new ones. */
  cut(): void
  /** Drops all packets on both sides, as when a cable is pulled: no side learns of it. False where this user may not. */
  silence(): Promise<boolean>
  mend(): Promise<void>
  stop(): Promise<void>
}

interface GatePlan {
  readonly target: string
  /** Of this machine, for this gate alone. */
  readonly address: string
  /** By which its rules are found in the packet filter. */
  readonly mark: string
}

export async function openGate({ target, address, mark }: GatePlan): Promise<Gate> {
  const url = new URL(target)
  const port = Number(url.port)
  const open = new Set<Socket>()
  let isCut = false
  let isSilent = false
  const gate = createServer((client) => {
    if (isCut) return void client.destroy()
    const beyond = connect({ port, host: '127.0.0.1', localAddress: address })
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
  gate.listen(0, address)
  await once(gate, 'listening')
  const bound = gate.address()
  if (bound === null || typeof bound === 'string') throw new TypeError('a port is expected')
  url.port = String(bound.port)
  url.hostname = address
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  const filter = async (action: '-A' | '-D') => {
    for (const side of ['-s', '-d'])
      await run('iptables', ['-w', action, 'INPUT', side, address, '-m', 'comment', '--comment', mark, '-j', 'DROP'])
  }
  const speak = async () => {
    if (!isSilent) return
    isSilent = false
    // One of the two may not have been made.
    await filter('-D').catch(() => undefined)
  }
  return {
    url: url.href,
    cut() {
      isCut = true
      endAll()
    },
    async silence() {
      isSilent = true
      try {
        await filter('-A')
        return true
      } catch {
        await speak()
        return false
      }
    },
    async mend() {
      isCut = false
      await speak()
    },
    async stop() {
      await speak()
      endAll()
      gate.close()
    },
  }
}
