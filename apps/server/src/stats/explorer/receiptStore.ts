import { addressSchema } from '@parley/protocol'
import type { TxHash } from '@parley/domain'
import { z } from 'zod'
import type { Database } from '../../db/database.ts'
import type { RawLog } from '../../indexer/logConsumer.ts'

/** A transaction's escrow logs. */
export interface Receipt {
  readonly txHash: TxHash
  readonly logs: readonly RawLog[]
}

/** Caches transaction logs, so each receipt is read once. */
export interface ReceiptStore {
  find(hashes: readonly TxHash[]): Promise<ReadonlyMap<TxHash, Receipt['logs']>>
  keep(receipts: readonly Receipt[]): Promise<void>
  /** Deletes receipts of other chains. */
  forgetOthers(): Promise<void>
}

/** Both engines limit the values per statement. */
const rowsAtOnce = 500

const hex = z.custom<`0x${string}`>()
/** Stored data is trusted and only deserialized. */
const logsSchema = z.array(
  z.object({
    address: addressSchema,
    topics: z.array(hex),
    data: hex,
    blockNumber: z.number(),
    blockHash: hex,
    blockTimeS: z.number(),
    txHash: hex,
    logIndex: z.number(),
  }),
)

export function createReceiptStore(db: Database, chainKey: string): ReceiptStore {
  return {
    async find(hashes) {
      const found = new Map<TxHash, Receipt['logs']>()
      for (let at = 0; at < hashes.length; at += rowsAtOnce) {
        const rows = await db.read
          .selectFrom('stats_receipts')
          .select(['tx_hash', 'logs'])
          .where('chain_key', '=', chainKey)
          .where('tx_hash', 'in', hashes.slice(at, at + rowsAtOnce))
          .execute()
        for (const row of rows) found.set(row.tx_hash, logsSchema.parse(JSON.parse(row.logs)))
      }
      return found
    },
    async keep(receipts) {
      if (receipts.length === 0) return
      await db.write
        .insertInto('stats_receipts')
        .values(
          receipts.map(({ txHash, logs }) => ({ tx_hash: txHash, chain_key: chainKey, logs: JSON.stringify(logs) })),
        )
        .onConflict((conflict) => conflict.column('tx_hash').doNothing())
        .execute()
    },
    async forgetOthers() {
      await db.write.deleteFrom('stats_receipts').where('chain_key', '!=', chainKey).execute()
    },
  }
}
