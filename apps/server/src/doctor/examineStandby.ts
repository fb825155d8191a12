import type { ServerConfig } from '../config/serverConfig.ts'
import { connected } from './connected.ts'
import { type Finding, fine, skipped, warning } from './Finding.ts'

const what = 'standby'

/** A user sees that a standby receives, and no more of it. */
const statement = `select pg_is_in_recovery() as follows, (select count(*) from pg_stat_replication)::int as standbys,
  current_setting('synchronous_standby_names') as waits_for`

/**
 * Whether as many standbys receive from the primary as should, and each commit waits for one.
 *
 * @param replicas what was found of the read replicas: one that is away may be the standby that is missing
 */
export async function examineStandby(
  { database }: Pick<ServerConfig, 'database'>,
  replicas: readonly Finding[],
): Promise<Finding> {
  if (database.engine === 'sqlite') return skipped(what, 'SQLite has none.')
  if (database.standbys === 0)
    return skipped(what, 'DATABASE_STANDBYS is not set: nothing is expected to take over from PostgreSQL.')
  const found = await connected(database.url, async (client) => {
    const { rows } = await client.query<{ follows: boolean; standbys: number; waits_for: string }>(statement)
    return rows[0] ?? null
  })
  if (typeof found === 'function' || found === null || found.follows)
    return skipped(what, 'The primary could not be asked.')
  const { standbys, waits_for: waitsFor } = found
  const away = replicas.filter(({ state }) => state === 'warning').length
  if (standbys < database.standbys && database.standbys <= standbys + away)
    return skipped(what, 'A read replica is away, which may be the one that is missing.')
  if (standbys < database.standbys)
    return warning(
      what,
      `${standbys} of ${database.standbys} standbys receive from the primary: if it fails now, nothing takes over. Look at patronictl list, and at the log of the standby.`,
    )
  if (waitsFor === '')
    return warning(
      what,
      'A commit is answered before a standby has it, so a failover can lose it. Set synchronous_mode: true by patronictl edit-config.',
    )
  return fine(what, `${standbys} receive from the primary, and commits wait for one.`)
}
