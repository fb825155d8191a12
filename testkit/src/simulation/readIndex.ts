import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A server's index row by row, in a fixed order, without values that may differ between runs. */
export interface IndexContent {
  readonly offers: readonly string[]
  readonly owners: readonly string[]
  readonly ownerActions: readonly string[]
  readonly claims: readonly string[]
  /** What the server itself notes as still missing. */
  readonly gaps: readonly string[]
}

export function readIndex(folder: string): IndexContent {
  const db = new DatabaseSync(join(folder, 'parley.sqlite'), { readOnly: true })
  try {
    const rows = (sql: string): string[] =>
      db
        .prepare(sql)
        .all()
        .map((row) => JSON.stringify(row))
        .toSorted()
    return {
      offers: rows('select * from offers'),
      owners: rows('select contract, token, owner from nft_owners'),
      ownerActions: rows('select * from owner_actions'),
      claims: rows('select * from claimed_nfts'),
      gaps: rows(`select consumer from checkpoints where consumer like 'gap:%'`),
    }
  } finally {
    db.close()
  }
}

/** Rows that only one of two has: `-` what is missing, `+` what is too much. */
export function differences(wanted: IndexContent, found: IndexContent): string[] {
  return (['offers', 'owners', 'ownerActions', 'claims'] as const).flatMap((table) => {
    const [expected, there] = [new Set(wanted[table]), new Set(found[table])]
    return [
      ...wanted[table].filter((row) => !there.has(row)).map((row) => `- ${table} ${row}`),
      ...found[table].filter((row) => !expected.has(row)).map((row) => `+ ${table} ${row}`),
    ]
  })
}
