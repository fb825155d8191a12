import type { Session } from './Session.ts'

/** Reads the server's configuration and opens the session. Rejects when neither the server nor a kept configuration answers. */
export async function openSession(): Promise<Session> {
  throw new Error('not built yet')
}
