import pg from 'pg'

const timeoutMs = 5_000

/** Says what is wrong in the words of the setting. */
export type Cause = (setting: string) => string

/** What a client finds there, or why it can't. It connects as the servers' own pools do. */
export async function connected<T extends object | string | null>(
  url: string,
  look: (client: pg.Client) => Promise<T>,
): Promise<T | Cause> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await look(client)
  } catch (error) {
    return causeOf(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function causeOf(error: unknown): Cause {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = error instanceof Error ? error.message || code || error.name : 'unknown failure'
  if (code.startsWith('28')) return (setting) => `It refuses the user or the password. Look at ${setting}.`
  // The driver refuses before the server can.
  if (/client password must be a string/.test(text)) return (setting) => `It wants a password. Put it into ${setting}.`
  if (code === '3D000') return (setting) => `There is no such database. Create it, or look at ${setting}.`
  if (code === '53300') return () => 'It has no connection left. Raise max_connections, or lower DATABASE_READERS.'
  if (/unsupported startup parameter/.test(text)) return parameterRefused
  if (/statement pooling mode/.test(text))
    return (setting) => `Its pool_mode is statement. Set transaction at ${setting}.`
  // A code of PostgreSQL's has a digit, one of the system's has none.
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return (setting) => `It cannot be used: ${text}. Look at ${setting}.`
  return (setting) => `It does not answer: ${text}. Look at ${setting}.`
}

const parameterRefused: Cause = (setting) =>
  setting === 'DATABASE_DIRECT_URL'
    ? `${setting} leads to a pooler. Set it to PostgreSQL itself.`
    : 'PgBouncer refuses what a server asks for. Set its ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout.'
