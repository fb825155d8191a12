import { createHmac } from 'node:crypto'
import type { Address } from '@parley/domain'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** How much may be written at tables in a day, counted over all servers of the database (decision N1). */
export interface TableSpace {
  /** Takes what was sent from the space of a network and of a wallet. All of it, or nothing. */
  take(network: string, wallet: Address, bytes: number): Promise<boolean>
  /** Deletes counts that have run down. */
  sweep(): Promise<void>
}

const dayMs = 86_400_000
/** Of a network's space, what one wallet may use, wherever it is. */
const shareOfWallet = 0.25
/** A line of the log has this beside what was sent. */
const lineBytes = 200
const sweptAtOnce = 1_000

class UsedUpError extends Error {
  override readonly name = 'UsedUpError'
}

export function createTableSpace(db: Pick<Database, 'read' | 'transact' | 'nowMs'>, bytesPerDay: number): TableSpace {
  let secret: string | null = null
  /** A database keeps no addresses of visitors. The secret was made at the first sign-in. */
  const networkKey = async (network: string): Promise<string> => {
    secret ??= (await db.read.selectFrom('sign_in_secret').select('secret').executeTakeFirstOrThrow()).secret
    return createHmac('sha256', secret).update(`table space ${network}`).digest('base64url')
  }
  return {
    async take(network, wallet, bytes) {
      const nowMs = await db.nowMs()
      const cost = bytes + lineBytes
      const key = await networkKey(network)
      try {
        await db.transact(async (tx) => {
          // Always in this order, so that two never wait for each other.
          await takeFrom(tx, key, { cost, nowMs, capacity: bytesPerDay })
          await takeFrom(tx, wallet, { cost, nowMs, capacity: bytesPerDay * shareOfWallet })
        })
        return true
      } catch (error) {
        if (error instanceof UsedUpError) return false
        throw error
      }
    },
    async sweep() {
      const oldest = (await db.nowMs()) - dayMs
      const empty = db.read.selectFrom('table_space').select('key').where('at_ms', '<', oldest).limit(sweptAtOnce)
      // One by one: locks of several rows could meet those of a move.
      for (const { key } of await empty.execute())
        await db.transact((tx) =>
          tx.deleteFrom('table_space').where('key', '=', key).where('at_ms', '<', oldest).execute(),
        )
    },
  }
}

interface Taking {
  readonly cost: number
  readonly nowMs: number
  /** Bytes that run down in a day. */
  readonly capacity: number
}

/** A leaky bucket in one statement, so that servers can't both take the last of it. @throws {UsedUpError} */
async function takeFrom(tx: Transaction<Schema>, key: string, { cost, nowMs, capacity }: Taking): Promise<void> {
  if (cost > capacity) throw new UsedUpError()
  const perMs = capacity / dayMs
  const left = sql`table_space.used - (${nowMs} - table_space.at_ms) * cast(${perMs} as double precision)`
  const used = sql`(case when ${left} > 0 then ${left} else 0 end) + cast(${cost} as double precision)`
  const { rows } = await sql`
    insert into table_space (key, used, at_ms) values (${key}, cast(${cost} as double precision), ${nowMs})
    on conflict (key) do update set used = ${used}, at_ms = ${nowMs}
    where ${used} <= cast(${capacity} as double precision)
    returning key`.execute(tx)
  if (rows.length === 0) throw new UsedUpError()
}
