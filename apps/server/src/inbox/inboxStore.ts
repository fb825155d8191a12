import type { Address, InboxKind, InboxSources } from '@parley/domain'
import type { Transaction } from 'kysely'
import type { Queryable, Schema } from '../db/schema.ts'

type Tx = Transaction<Schema>
type Times = Pick<InboxSources, 'chainS' | 'serverS'>

/** Marks of a wallet beyond this are forgotten, the oldest first: their items are read again. */
const maxMarks = 5_000
const rowsAtOnce = 500

/** The items that a wallet has read. */
export async function readMarks(db: Queryable, wallet: Address): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('inbox_marks').select('item').where('address', '=', wallet).execute()
  return new Set(rows.map(({ item }) => item))
}

/** Rows beside the marks: when the wallet's inbox was first read, by both clocks. */
const sinceRows = ['since-chain', 'since-server']

/**
 * The items that a wallet has read, and when its inbox was first read.
 *
 * Earlier items count as read unless they need the wallet. `since` is null where it was never read.
 */
export async function readMarksAndSince(db: Queryable, wallet: Address): Promise<MarksAndSince> {
  return marksFrom(await marksQuery(db, wallet).execute())
}

export interface MarksAndSince {
  readonly marks: ReadonlySet<string>
  readonly since: Times | null
}

export function marksQuery(db: Queryable, wallet: Address) {
  return db.selectFrom('inbox_marks').select(['item', 'read_at_s']).where('address', '=', wallet)
}

export function marksFrom(rows: readonly { readonly item: string; readonly read_at_s: number }[]): MarksAndSince {
  const [chainS, serverS] = sinceRows.map((name) => rows.find(({ item }) => item === name)?.read_at_s)
  const since = chainS === undefined || serverS === undefined ? null : { chainS, serverS }
  return { marks: new Set(rows.map(({ item }) => item)), since }
}

export async function writeSince(tx: Tx, wallet: Address, { chainS, serverS }: Times): Promise<void> {
  const times = [chainS, serverS]
  await tx
    .insertInto('inbox_marks')
    .values(sinceRows.map((item, at) => ({ address: wallet, item, read_at_s: times[at] ?? 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function markRead(tx: Tx, wallet: Address, { items, atS }: { items: readonly string[]; atS: number }) {
  for (let at = 0; at < items.length; at += rowsAtOnce)
    await tx
      .insertInto('inbox_marks')
      .values(items.slice(at, at + rowsAtOnce).map((item) => ({ address: wallet, item, read_at_s: atS })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const oldest = await tx
    .selectFrom('inbox_marks')
    .select('item')
    .where('address', '=', wallet)
    .where('item', 'not in', sinceRows)
    .orderBy('read_at_s', 'desc')
    .orderBy('item')
    .offset(maxMarks)
    .limit(rowsAtOnce)
    .execute()
  if (oldest.length === 0) return
  await tx
    .deleteFrom('inbox_marks')
    .where('address', '=', wallet)
    .where(
      'item',
      'in',
      oldest.map(({ item }) => item),
    )
    .execute()
}

/** Kinds that a wallet wants no push for. */
export async function readMuted(db: Queryable, wallet: Address): Promise<InboxKind[]> {
  const rows = await db.selectFrom('inbox_muted').select('kind').where('address', '=', wallet).orderBy('kind').execute()
  return rows.map(({ kind }) => kind)
}

export async function changeMuted(
  tx: Tx,
  wallet: Address,
  { mute, unmute }: { mute: readonly InboxKind[]; unmute: readonly InboxKind[] },
): Promise<void> {
  if (unmute.length > 0)
    await tx
      .deleteFrom('inbox_muted')
      .where('address', '=', wallet)
      .where('kind', 'in', [...unmute])
      .execute()
  if (mute.length > 0)
    await tx
      .insertInto('inbox_muted')
      .values(mute.map((kind) => ({ address: wallet, kind })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
