import type pg from 'pg'

type Callback = Parameters<pg.Pool['connect']>[0]

/** A pool for socket.io's adapter. */
export interface ListenerPool {
  readonly pool: pg.Pool
  /** Gives the listening connection back. */
  release(): void
}

/**
 * The same pool, for an adapter that takes one connection to listen, and another when that was lost. A database that breaks off
 * in the middle makes it take two, and each message would come twice; and it never gives a lost one back. So there is one at most.
 */
export function withOneListener(pool: pg.Pool): ListenerPool {
  let listening: pg.PoolClient | null = null
  const listen = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    client.release = releasingOnce(client)
    if (listening) {
      listening.removeAllListeners('notification').removeAllListeners('end')
      listening.release()
    }
    listening = client
    client.once('end', client.release)
    return client
  }
  // A query of the pool connects with a callback; only who wants to keep the connection does so without.
  const connect = (callback?: Callback) => (callback ? pool.connect(callback) : listen())
  const shared: pg.Pool = Object.create(pool, { connect: { value: connect } })
  return { pool: shared, release: () => listening?.release() }
}

/** A second release would throw. The listening client isn't reused. */
function releasingOnce(client: pg.PoolClient): pg.PoolClient['release'] {
  const release = client.release.bind(client)
  let released = false
  return () => {
    if (released) return
    released = true
    release(true)
  }
}
