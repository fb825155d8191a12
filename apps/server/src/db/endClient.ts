import type { Client } from 'pg'

/** Time limit for closing a connection to an unresponsive database. */
const goodbyeTimeoutMs = 2_000

/** Closes a connection, ignoring the errors that a broken one raises. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeTimeoutMs)
  try {
    await client.end()
  } catch {
    // Closed either way.
  } finally {
    clearTimeout(timer)
  }
}
