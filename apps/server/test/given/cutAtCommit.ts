import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Where a connection is cut at COMMIT: before the database receives it, or before its answer is passed on. */
export type Cut = 'before' | 'after'

export interface CommitCutter {
  /** The DATABASE_URL that leads through it. */
  readonly url: string
  /** Cuts the next connections that commit, one after the other, so. */
  cut(how: readonly Cut[]): void
  /** How many were cut. */
  done(): number
  stop(): Promise<void>
}

/** A line to PostgreSQL that breaks inside COMMIT. `target` is a DATABASE_URL with a socket's folder as its host. */
export async function cutAtCommit(target: string): Promise<CommitCutter> {
  const { pathname, searchParams } = new URL(target.replace('postgres://', 'http://any'))
  const path = `${searchParams.get('host')}/.s.PGSQL.5432`
  const open = new Set<Socket>()
  let planned: Cut[] = []
  let cuts = 0

  const server = createServer((client) => {
    const database = connect(path)
    const end = (): void => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    let isDeaf = false
    client.on('data', (chunk: Buffer) => {
      const how = /commit/i.test(chunk.toString('latin1')) ? planned.shift() : undefined
      if (how !== undefined) cuts += 1
      if (how === 'before') return end()
      isDeaf = how === 'after'
      database.write(chunk)
    })
    // The answer arrived, so it was committed, but the client never sees it.
    database.on('data', (chunk: Buffer) => void (isDeaf ? end() : client.write(chunk)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port is expected')
  return {
    url: `postgres://parley@127.0.0.1:${address.port}${pathname}`,
    cut(how) {
      planned = [...how]
    },
    done: () => cuts,
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
