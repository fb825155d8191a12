import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { endClient, sessionClient } from '../db/postgres.ts'
import { failureText } from '../log.ts'

/** The channel of all servers, and the name under which PostgreSQL lists the session of each. */
const channel = 'parley_voice'
/** A notification carries 8000 bytes, with the sender and a number. */
const pieceLength = 7_900
/** Renews what PostgreSQL knows of a session that has nothing to say. */
const beatEveryMs = 4_000
/** A silent server keeps everyone from sitting down. After this time its session is ended. */
const silentAfterS = 12
const reconnectMs = 1_000

interface LineEars {
  /** A message of another server. */
  onMessage(text: string): void
  /** The session is there again. Messages of both directions were lost. */
  onBack(): void
}

/**
 * A session of PostgreSQL in which a server both speaks to the other servers and hears them. One session, so that
 * messages arrive in the order in which they were sent, and no server hears without being heard.
 */
export class ServerLine {
  /** Known to PostgreSQL, and so to every server that asks it who is there. */
  readonly server = randomBytes(8).toString('hex')
  readonly #url: string
  readonly #log: Pick<Logger, 'info' | 'warn'>
  readonly #ears: LineEars
  #client: pg.Client | null = null
  /** One query after another. */
  #turn: Promise<unknown> = Promise.resolve()
  readonly #outgoing: string[] = []
  #batch: Promise<void> | null = null
  #sent = 0
  /** Of a message that comes in several pieces. */
  #begun = ''
  #beat: NodeJS.Timeout | undefined
  #opening: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string, log: Pick<Logger, 'info' | 'warn'>, ears: LineEars) {
    this.#url = url
    this.#log = log
    this.#ears = ears
  }

  /** @throws where the database does not answer. */
  async open(): Promise<void> {
    const client = sessionClient(this.#url)
    client.on('error', (error) => this.#lose(client, error))
    client.once('end', () => this.#lose(client, new Error('the session was ended')))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      // Others wait for the answers of those listed under this name, so it has to hear by then.
      await client.query(`select set_config('application_name', $1, false)`, [`${channel} ${this.server}`])
    } catch (error) {
      void endClient(client)
      throw error
    }
    if (this.#isClosed) return endClient(client)
    this.#begun = ''
    this.#client = client
    this.#beat = setInterval(() => void this.#ask('select').catch(() => undefined), beatEveryMs)
  }

  /** Sends a message to all other servers, together with what is said while a query runs. Rejects without a session. */
  async send(message: object): Promise<void> {
    // Escaped, so that a piece has as many bytes as characters.
    const text = JSON.stringify(message).replace(/[^\x20-\x7e]/g, escaped)
    for (let at = 0; at < text.length; at += pieceLength) {
      // PostgreSQL folds equal notifications of a transaction into one. Numbered, none are equal.
      this.#sent += 1
      const isLast = at + pieceLength >= text.length
      this.#outgoing.push(`${this.server} ${this.#sent} ${isLast ? 1 : 0} ${text.slice(at, at + pieceLength)}`)
    }
    this.#batch ??= this.#turn.then(() => this.#sendBatch())
    await this.#batch
  }

  /** Waits until PostgreSQL has all that was sent. */
  async flush(): Promise<void> {
    await this.#batch?.catch(() => undefined)
    await this.#turn
  }

  /** The other servers that have a session, by their names. Ends the session of one that is silent. */
  async others(): Promise<ReadonlySet<string>> {
    const { rows } = await this.#ask(
      `select server, silent, case when silent then pg_terminate_backend(pid) end from (
        select pid, substr(application_name, length($1) + 2) as server,
          coalesce(state_change < clock_timestamp() - make_interval(secs => $2), false) as silent
        from pg_stat_activity
        where datname = current_database() and usename = current_user and application_name like $1 || ' %'
      ) as sessions`,
      [channel, silentAfterS],
    )
    const others = new Set<string>()
    for (const { server, silent } of rows) {
      if (silent === true) this.#log.warn({ server }, 'voice goes on without a server that is silent')
      else if (server !== this.server) others.add(String(server))
    }
    return others
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#beat)
    clearTimeout(this.#opening)
    await this.flush()
    const client = this.#client
    this.#client = null
    if (client) await endClient(client)
  }

  async #sendBatch(): Promise<void> {
    this.#batch = null
    const pieces = this.#outgoing.splice(0)
    await this.#ask('select pg_notify($1, piece) from unnest($2::text[]) as piece', [channel, pieces])
  }

  #ask(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult<Record<string, unknown>>> {
    const asked = this.#turn.then(async () => {
      const client = this.#client
      if (!client) throw new Error('there is no session with the other servers')
      try {
        return await client.query(text, [...values])
      } catch (error) {
        // Later messages may arrive although this one did not.
        this.#lose(client, error)
        throw error
      }
    })
    this.#turn = asked.catch(() => undefined)
    return asked
  }

  #hear(payload: string): void {
    const [, server, isLast, piece = ''] = /^(\S+) \d+ ([01]) (.*)$/.exec(payload) ?? []
    if (server === undefined || server === this.server) return
    // The pieces of a message are of one transaction, and come in a row.
    this.#begun += piece
    if (isLast !== '1') return
    const text = this.#begun
    this.#begun = ''
    // What a message brings about is done before the next one.
    setImmediate(() => this.#ears.onMessage(text))
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = null
    clearInterval(this.#beat)
    this.#log.warn({ reason: failureText(error) }, 'voice can’t reach the other servers')
    void endClient(client)
    this.#openAgain()
  }

  #openAgain(): void {
    if (this.#isClosed) return
    this.#opening = setTimeout(() => {
      this.open().then(
        () => {
          if (this.#isClosed) return
          this.#log.info('voice reaches the other servers again')
          this.#ears.onBack()
        },
        () => this.#openAgain(),
      )
    }, reconnectMs)
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
