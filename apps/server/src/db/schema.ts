import type { Address, OfferId, TxHash } from '@parley/domain'
import type { Kysely, Transaction } from 'kysely'

/**
 * The one schema over both engines. Addresses are checksummed text, hashes lower-case text, token ids decimal text
 * (no engine holds 256 bits as a number), times unix seconds, lists JSON text.
 */
export interface Schema {
  chain_identity: ChainIdentityTable
  checkpoints: CheckpointsTable
  offers: OffersTable
  nft_owners: NftOwnersTable
  collection_reads: CollectionReadsTable
  stats_snapshot: StatsSnapshotTable
  stats_turn: StatsTurnTable
  stats_receipts: StatsReceiptsTable
  owner_actions: OwnerActionsTable
  token_names: TokenNamesTable
}

/** One row: which chain this index is of. Another chain under the same address was reset, and the index is dropped. */
export interface ChainIdentityTable {
  one: 1
  chain_id: number
  genesis_hash: string
  /** Hash of block 1: two local chains can share a genesis. Null while the chain had no such block. */
  first_hash: string | null
}

/** How far each log consumer has read, itself included. Written in the transaction that writes what it read. */
export interface CheckpointsTable {
  consumer: string
  block: number
  block_hash: string
}

export interface OffersTable {
  id: OfferId
  escrow: Address
  creator: Address
  recipient: Address
  /** `[["0xcontract","tokenId"], …]` */
  offered: string
  requested: string
  created_tx_hash: TxHash
  created_at_s: number
  created_block: number
  created_log_index: number
  expires_at_s: number
  settlement: 'completed' | 'cancelled' | null
  settled_by: Address | null
  settled_tx_hash: TxHash | null
  settled_at_s: number | null
  settled_block: number | null
  unreturned: string
}

/** One row a token that somebody owns. */
export interface NftOwnersTable {
  contract: string
  /** The token id as 64 hex digits, so that text sorts as the number does. */
  token: string
  owner: string
}

/** One row a collection whose owners were read whole, or were tried to. */
export interface CollectionReadsTable {
  contract: string
  /** Why that failed; null where it did not. */
  unreadable: string | null
}

/** One row: Trade Stats as the last refresh that succeeded counted them. */
export interface StatsSnapshotTable {
  one: 1
  /** Which chain they are of. Those of another are not shown. */
  chain_key: string
  /** By this machine's clock; the time that the numbers are of is the chain's and stands in `stats`. */
  refreshed_at_ms: number
  /** JSON */
  stats: string
  /** JSON, the list of the last seven days. */
  trades: string
}

/** One row: who refreshes at the moment, over all servers of the database, and how the last attempt ended. */
export interface StatsTurnTable {
  one: 1
  holder: string
  /** The turn ends by itself then, should its holder die. */
  until_ms: number
  /** In a row, up to now. */
  failures: number
  failure: string | null
  failed_at_ms: number | null
}

/** What a transaction of an explorer's list wrote to the log. An accepted block is final, so it is asked for once. */
export interface StatsReceiptsTable {
  tx_hash: TxHash
  chain_key: string
  /** JSON, the escrows' logs as the chain gave them. */
  logs: string
}

/** One row a log that tells of the owner. */
export interface OwnerActionsTable {
  escrow: Address
  block: number
  log_index: number
  /** JSON, in the API's words. */
  action: string
}

/** One row a token whose metadata was read. */
export interface TokenNamesTable {
  contract: string
  /** As in `nft_owners`. */
  token: string
  /** As the metadata has it; empty where that gives none. */
  name: string
  read_at_s: number
}

/** What a query runs on: the reading side, or a transaction of the writing side. */
export type Queryable = Kysely<Schema> | Transaction<Schema>
