import type { Client } from 'pg'

/** How long a database that is away may take to say goodbye. */
const goodbyeTimeoutMs = 2_000

/** Ends a connection, also a broken one: what that says when it is ended is of no use to anybody. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeTimeoutMs)
  try {
    await client.end()
  } catch {
    // Ended all the same.
  } finally {
    clearTimeout(timer)
  }
}
