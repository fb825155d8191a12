import type { Address, OfferId } from '@parley/domain'
import type { InboundChoice } from '@parley/protocol'
import type { Transaction } from 'kysely'
import { equals } from '../db/equals.ts'
import type { Queryable, Schema } from '../db/schema.ts'
import { HttpError } from '../http/httpError.ts'
import { countAnswers, countToStrangers, countUnseen } from './tableReads.ts'
import { tableFailure } from './tableFailure.ts'

/** Who may open a table with a wallet (decision N7). */
export interface Inbound {
  readonly openTo: InboundChoice
  readonly allowed: Address[]
  readonly blocked: Address[]
}

/** Of either kind, so that blocking works with a full list of allowed wallets. */
const maxListed = 1_000
const dayS = 24 * 60 * 60
/** Tables a wallet may open a day, and have open, with wallets it never traded with (decision N7). */
export const strangerLimits = {
  aDay: 20,
  open: 50,
  /** Answers to one offer by the same wallet. Later ones count as any other table. */
  answers: 5,
  /** Of all strangers together that a guest has not looked at yet. Known wallets and answers get through. */
  unseen: 100,
} as const

type Tx = Transaction<Schema>

export async function readInbound(db: Queryable, address: Address): Promise<Inbound> {
  const [row, wallets] = await Promise.all([
    db.selectFrom('inbound').select('open_to').where('address', '=', address).executeTakeFirst(),
    db
      .selectFrom('inbound_wallets')
      .select(['other', 'kind'])
      .where('address', '=', address)
      .orderBy('other')
      .execute(),
  ])
  const listed = (wanted: 'allowed' | 'blocked') => wallets.flatMap(({ other, kind }) => (kind === wanted ? other : []))
  return { openTo: row?.open_to ?? 'anyone', allowed: listed('allowed'), blocked: listed('blocked') }
}

/** Whom a wallet has blocked. */
export function blockedQuery(db: Queryable, address: Address) {
  const query = db
    .selectFrom('inbound_wallets')
    .select('other')
    .where('address', ...equals(address))
  return query.where('kind', '=', 'blocked')
}

/** Locks the wallets' invitations until the transaction ends, so that limits and blocks hold. */
export async function holdInbound(tx: Tx, wallets: readonly Address[]): Promise<void> {
  // In one order, or two that open a table with each other would wait for each other.
  for (const address of wallets.toSorted()) {
    await tx
      .insertInto('inbound')
      .values({ address, open_to: 'anyone' })
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet((eb) => ({ open_to: eb.ref('inbound.open_to') })),
      )
      .execute()
  }
}

/** What a wallet changes about whom it lets in. A wallet is allowed, blocked or neither. */
export interface InboundChange {
  readonly openTo?: InboundChoice | undefined
  readonly allow?: Address | undefined
  /** Such as all contacts at once. Who is blocked stays so. */
  readonly allowAll?: readonly Address[] | undefined
  readonly disallow?: Address | undefined
  readonly block?: Address | undefined
  readonly unblock?: Address | undefined
}

export async function changeInbound(tx: Tx, address: Address, change: InboundChange): Promise<void> {
  const { openTo, allow, allowAll = [], disallow, block, unblock } = change
  await holdInbound(tx, [address])
  if (openTo) await tx.updateTable('inbound').set({ open_to: openTo }).where('address', '=', address).execute()
  const drop = (other: Address | undefined, kind: 'allowed' | 'blocked') =>
    other === undefined
      ? null
      : tx
          .deleteFrom('inbound_wallets')
          .where('address', '=', address)
          .where('other', '=', other)
          .where('kind', '=', kind)
          .execute()
  await drop(disallow, 'allowed')
  await drop(unblock, 'blocked')
  if (allow) await list(tx, address, { other: allow, kind: 'allowed' })
  if (allowAll.length > 0) await listNew(tx, address, allowAll)
  if (block) await list(tx, address, { other: block, kind: 'blocked' })
}

async function checkRoom(tx: Tx, address: Address, kind: 'allowed' | 'blocked'): Promise<void> {
  const { listed } = await tx
    .selectFrom('inbound_wallets')
    .select(({ fn }) => fn.countAll<number | string>().as('listed'))
    .where('address', '=', address)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  if (Number(listed) > maxListed) throw new HttpError(409, `at most ${maxListed} wallets can be ${kind}`)
}

/** Allows the wallets that are not listed yet. */
async function listNew(tx: Tx, address: Address, wallets: readonly Address[]): Promise<void> {
  const rows = [...new Set(wallets)]
    .filter((other) => other !== address)
    .map((other) => ({ address, other, kind: 'allowed' as const }))
  if (rows.length === 0) return
  await tx
    .insertInto('inbound_wallets')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['address', 'other']).doNothing())
    .execute()
  await checkRoom(tx, address, 'allowed')
}

async function list(tx: Tx, address: Address, row: { other: Address; kind: 'allowed' | 'blocked' }): Promise<void> {
  if (row.other === address) throw tableFailure('self')
  await tx
    .insertInto('inbound_wallets')
    .values({ address, ...row })
    .onConflict((conflict) => conflict.columns(['address', 'other']).doUpdateSet({ kind: row.kind }))
    .execute()
  await checkRoom(tx, address, row.kind)
}

/** Whether one of the two has blocked the other. */
export async function isBlocked(db: Queryable, pair: readonly [Address, Address]): Promise<boolean> {
  const row = await db
    .selectFrom('inbound_wallets')
    .select('kind')
    .where('address', 'in', pair)
    .where('other', 'in', pair)
    .where('kind', '=', 'blocked')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @throws {HttpError} where one of the two has blocked the other. */
export async function checkBlocked(db: Queryable, opener: Address, guest: Address): Promise<void> {
  if (await isBlocked(db, [opener, guest])) throw tableFailure('not-invited')
}

/**
 * Checks the guest's settings and the opener's limits towards strangers.
 *
 * @param answers the offer that the guest made to the opener, if the table counters one: who makes one wants to hear back.
 * @returns whether the guest is a stranger to the opener.
 * @throws {HttpError}
 */
export async function checkInvitation(
  tx: Queryable,
  { opener, guest, answers, nowS }: { opener: Address; guest: Address; answers: OfferId | null; nowS: number },
): Promise<boolean> {
  await checkBlocked(tx, opener, guest)
  const ofGuest = await readInbound(tx, guest)
  if (answers !== null && (await countAnswers(tx, opener, answers)) < strangerLimits.answers) return false
  if (ofGuest.openTo === 'none') throw tableFailure('not-invited')
  const isKnown = ofGuest.allowed.includes(opener) || (await haveTraded(tx, opener, guest))
  if (isKnown) return false
  if (ofGuest.openTo === 'known') throw tableFailure('not-invited')
  const { sinceThen, open } = await countToStrangers(tx, opener, { sinceS: nowS - dayS, nowS })
  if (sinceThen >= strangerLimits.aDay) throw tableFailure('too-many-new')
  if (open >= strangerLimits.open) throw tableFailure('too-many-open')
  if ((await countUnseen(tx, guest, nowS)) >= strangerLimits.unseen) throw tableFailure('guest-busy')
  return true
}

async function haveTraded(db: Queryable, one: Address, other: Address): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('creator', 'in', [one, other])
    .where('recipient', 'in', [one, other])
    .where('settlement', '=', 'completed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
