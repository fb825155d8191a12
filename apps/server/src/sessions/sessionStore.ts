import { randomBytes } from 'node:crypto'
import type { Address } from '@parley/domain'
import type { Selectable, Transaction } from 'kysely'
import { type Database, prepareRead } from '../db/database.ts'
import type { Schema, SessionsTable } from '../db/schema.ts'
import { deleteSubscriptions, sweepSubscriptions } from '../push/pushStore.ts'

/** A wallet that is signed in, in one browser. */
export interface Session {
  readonly id: string
  readonly address: Address
  readonly expiresAtS: number
}

/** More browsers than one person has. The oldest session of a wallet goes beyond it. */
const maxSessionsOfWallet = 20

type Ids = readonly string[]

/** Told within the transaction which sessions it ends. */
export type Announce = (tx: Transaction<Schema>, ended: Ids) => Promise<void>

interface NewSession extends Session {
  readonly createdAtS: number
  readonly nonce: { readonly text: string; readonly expiresAtS: number }
  /** The session that the browser had before, if any. */
  readonly replaces: string | null
}

/** Keeps who is signed in. */
export interface SessionStore {
  /** The key that nonces are made with; the same on every server of the database. */
  secret(): Promise<Buffer>
  find(id: string, nowS: number): Promise<Session | null>
  /** The same at once; null where the engine can't be read at once. */
  readonly findNow: ((id: string, nowS: number) => Session | null) | null
  /** Which of these exist. */
  existing(ids: Ids, nowS: number): Promise<ReadonlySet<string>>
  /** @returns the sessions that ended for it; null where the nonce was used before. */
  add(session: NewSession): Promise<Ids | null>
  /** @returns the sessions that ended. */
  end(session: Session, everywhere: boolean): Promise<Ids>
  /** Deletes what has expired. */
  sweep(nowS: number): Promise<void>
}

export function createSessionStore(db: Database, announce: Announce): SessionStore {
  const change = (work: (tx: Transaction<Schema>) => Promise<Ids | null>) =>
    db.transact(async (tx) => {
      // Locks: other changes of sessions wait until this one ends, so that the limit holds.
      await tx
        .updateTable('sign_in_secret')
        .set((eb) => ({ one: eb.ref('one') }))
        .execute()
      const ended = await work(tx)
      if (ended && ended.length > 0) await announce(tx, ended)
      return ended
    })
  const query = sessionQuery(db, '', 0)
  const readAlive = prepareRead(db, query)
  const runNow = db.prepareNow?.(query.compile()) ?? null
  return {
    async secret() {
      const read = () => db.write.selectFrom('sign_in_secret').select('secret').executeTakeFirst()
      const known = await read()
      if (known) return Buffer.from(known.secret, 'base64url')
      await db.transact(async (tx) => {
        const row = { one: 1, secret: randomBytes(32).toString('base64url') } as const
        await tx
          .insertInto('sign_in_secret')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      const { secret } = await db.write.selectFrom('sign_in_secret').select('secret').executeTakeFirstOrThrow()
      return Buffer.from(secret, 'base64url')
    },
    async find(id, nowS) {
      const [row] = await readAlive([id, nowS])
      return sessionOf(id, row)
    },
    findNow: runNow && ((id, nowS) => sessionOf(id, runNow([id, nowS])[0])),
    async existing(ids, nowS) {
      const rows = await db.read
        .selectFrom('sessions')
        .select('id')
        .where('id', 'in', [...ids])
        .where('expires_at_s', '>', nowS)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
    add: ({ id, address, createdAtS, expiresAtS, nonce, replaces }) =>
      change(async (tx) => {
        const taken = await tx
          .insertInto('sign_in_nonces')
          .values({ nonce: nonce.text, expires_at_s: nonce.expiresAtS })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (taken.numInsertedOrUpdatedRows === 0n) return null
        const older = await tx
          .selectFrom('sessions')
          .select('id')
          .where('address', '=', address)
          .orderBy('created_at_s', 'desc')
          .offset(maxSessionsOfWallet - 1)
          .limit(maxSessionsOfWallet)
          .execute()
        const row = { id, address, created_at_s: createdAtS, expires_at_s: expiresAtS }
        const ended = await deleteSessions(tx, [
          ...older.map((old) => old.id),
          ...(replaces === null ? [] : [replaces]),
        ])
        await tx.insertInto('sessions').values(row).execute()
        return ended
      }),
    end: async (session, everywhere) =>
      (await change(async (tx) => {
        if (!everywhere) return deleteSessions(tx, [session.id])
        const rows = await tx.selectFrom('sessions').select('id').where('address', '=', session.address).execute()
        return deleteSessions(
          tx,
          rows.map(({ id }) => id),
        )
      })) ?? [],
    async sweep(nowS) {
      await db.transact(async (tx) => {
        await tx.deleteFrom('sessions').where('expires_at_s', '<=', nowS).execute()
        await sweepSubscriptions(tx)
        await tx.deleteFrom('sign_in_nonces').where('expires_at_s', '<=', nowS).execute()
      })
    },
  }
}

function sessionQuery(db: Database, id: string, nowS: number) {
  const query = db.read.selectFrom('sessions').select(['address', 'expires_at_s'])
  return query.where('id', '=', id).where('expires_at_s', '>', nowS)
}

function sessionOf(id: string, row: Pick<Selectable<SessionsTable>, 'address' | 'expires_at_s'> | undefined) {
  return row ? { id, address: row.address, expiresAtS: row.expires_at_s } : null
}

async function deleteSessions(tx: Transaction<Schema>, ids: Ids): Promise<Ids> {
  if (ids.length === 0) return []
  // Pushes die with their sign-in (decision I2).
  await deleteSubscriptions(tx, ids)
  const rows = await tx
    .deleteFrom('sessions')
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
