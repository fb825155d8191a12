import { ConfigError } from '../config/serverConfig.ts'
import { sleep } from '../lib/async.ts'
import { endClient, sessionClient } from './postgres.ts'

const pauseMs = 500
const never = new AbortController().signal

export interface Patience {
  readonly timeoutMs: number
  /** Hears why it waits, once for each reason. */
  readonly onWait: (reason: string) => void
}

/**
 * Waits until a PostgreSQL takes writes. Patroni needs half a minute for its first primary, and until then a connection is
 * refused, ends at once or leads to a standby.
 * @throws {ConfigError} when the time is up.
 */
export async function waitForPrimary(url: string, { timeoutMs, onWait }: Patience): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  let told = ''
  for (;;) {
    const reason = await whyNot(url)
    if (reason === null) return
    if (performance.now() >= deadlineMs)
      throw new ConfigError('DATABASE_URL', `led to no primary within ${timeoutMs / 1000} s: ${reason}`)
    if (reason !== told) onWait(reason)
    told = reason
    await sleep(pauseMs, never)
  }
}

/** Null where a write would be taken. */
async function whyNot(url: string): Promise<string | null> {
  const client = sessionClient(url)
  // A broken connection raises it as well, and unheard it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off' ? null : 'it takes no writes, as a standby'
  } catch (error) {
    return wordsOf(error)
  } finally {
    await endClient(client)
  }
}

/** Where a name has several addresses, the failure has no message but those of each. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
