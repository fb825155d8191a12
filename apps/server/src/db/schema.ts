import type { Address, DeclineReason, InboxKind, OfferId, TxHash } from '@parley/domain'
import type { Generated, Kysely, Transaction } from 'kysely'

/**
 * The schema for both engines.
 *
 * Addresses are checksummed text, hashes lower-case text, token ids decimal text (256 bits don't fit a number), times unix
 * seconds, lists JSON text.
 */
export interface Schema {
  chain_identity: ChainIdentityTable
  checkpoints: CheckpointsTable
  offers: OffersTable
  swapped_nfts: SwappedNftsTable
  claimed_nfts: ClaimedNftsTable
  taken_nfts: TakenNftsTable
  nft_owners: NftOwnersTable
  collection_reads: CollectionReadsTable
  stats_snapshot: StatsSnapshotTable
  stats_turn: StatsTurnTable
  stats_receipts: StatsReceiptsTable
  owner_actions: OwnerActionsTable
  token_names: TokenNamesTable
  sessions: SessionsTable
  sign_in_nonces: SignInNoncesTable
  sign_in_secret: SignInSecretTable
  tables: TablesTable
  table_entries: TableEntriesTable
  table_presence: TablePresenceTable
  table_space: TableSpaceTable
  inbound: InboundTable
  inbound_wallets: InboundWalletsTable
  declines: DeclinesTable
  inbox_marks: InboxMarksTable
  inbox_muted: InboxMutedTable
  push_subscriptions: PushSubscriptionsTable
  push_wallets: PushWalletsTable
  push_changes: PushChangesTable
  push_outbox: PushOutboxTable
}

/** One row: the chain this index belongs to. If the endpoints serve another one, the index is dropped. */
export interface ChainIdentityTable {
  one: 1
  chain_id: number
  genesis_hash: string
  /** Hash of block 1, since two local chains can share a genesis. Null if the chain had no block 1 yet. */
  first_hash: string | null
}

/** The last block each log consumer has read. Written in the same transaction as its data. */
export interface CheckpointsTable {
  consumer: string
  block: number
  block_hash: string
}

/** NFTs that were claimed after their return had failed, by the offer's creator. Part of the index. */
export interface ClaimedNftsTable {
  offer_id: OfferId
  contract: Address
  token: string
  creator: Address
  /** Block time of the claim. */
  at_s: number
}

/**
 * One row per NFT of an open offer that its collection took out of the escrow: almost never any. Rows of offers that have
 * ended since may stay.
 */
export interface TakenNftsTable {
  offer_id: OfferId
  contract: Address
  token: string
  escrow: Address
  creator: Address
  recipient: Address
}

export interface OffersTable {
  id: OfferId
  escrow: Address
  creator: Address
  recipient: Address
  /** `[["0xcontract","tokenId"], …]` */
  offered: string
  requested: string
  /** Decimal text. */
  offered_wei: Generated<string>
  requested_wei: Generated<string>
  /** The contracts of both sides, each once, sorted. */
  collections: Generated<string>
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

/** One row per NFT of a completed offer, on either side. Written and removed with its offer. */
export interface SwappedNftsTable {
  contract: Address
  token: string
  /** The block of the settlement; of the creation where only the state was read. */
  block: number
  offer_id: OfferId
}

/** One row per owned token. */
export interface NftOwnersTable {
  contract: string
  /** The token id as 64 hex digits, which sort like the number. */
  token: string
  owner: string
  /** The block of the transfer to its owner. Null where the owner was read and not the transfer. */
  received_block: number | null
}

/** One row per collection whose owners were bootstrapped, successfully or not. */
export interface CollectionReadsTable {
  contract: string
  /** The failure, or null. */
  unreadable: string | null
}

/** One row: Trade Stats of the last successful refresh. */
export interface StatsSnapshotTable {
  one: 1
  /** The chain they belong to. Stats of another chain aren't shown. */
  chain_key: string
  /** By this machine's clock. The chain time of the numbers is in `stats`. */
  refreshed_at_ms: number
  /** JSON */
  stats: string
  /** JSON: the last seven days. */
  trades: string
}

/** One row: the server currently refreshing, and how the last attempt ended. */
export interface StatsTurnTable {
  one: 1
  holder: string
  /** The lease expires then, in case its holder dies. */
  until_ms: number
  /** Consecutive failures. */
  failures: number
  failure: string | null
  failed_at_ms: number | null
}

/** Logs of a transaction listed by the explorer. Accepted blocks are final, so each is read once. */
export interface StatsReceiptsTable {
  tx_hash: TxHash
  chain_key: string
  /** JSON: the escrows' raw logs. */
  logs: string
}

/** One row per log of an owner action. */
export interface OwnerActionsTable {
  escrow: Address
  block: number
  log_index: number
  /** JSON in the API's format. */
  action: string
}

/** One row per token whose metadata was read. */
export interface TokenNamesTable {
  contract: string
  /** As in `nft_owners`. */
  token: string
  /** The name in the metadata; empty if there is none. */
  name: string
  /** The version of its picture; empty where it isn't known. */
  picture: Generated<string>
  read_at_s: number
}

/** One row per browser that is signed in. Ending a session deletes its row. */
export interface SessionsTable {
  /** SHA-256 of the cookie, base64url: who reads the database can't sign in with it. */
  id: string
  address: Address
  created_at_s: number
  expires_at_s: number
}

/** Nonces that were used, until they would be too old anyway. */
export interface SignInNoncesTable {
  nonce: string
  expires_at_s: number
}

/** One row: the key that nonces are made with, on every server of the database. */
export interface SignInSecretTable {
  one: 1
  /** 32 bytes in base64url. */
  secret: string
}

/** One row per table of two wallets. The chain doesn't know them: they can't be rebuilt. */
export interface TablesTable {
  id: string
  opener: Address
  guest: Address
  portal: string | null
  counters: OfferId | null
  /** The pair and the countered offer while the table takes moves. Unique: two people have one open table about a thing. */
  open_key: string | null
  /** JSON: the newest version, ticks, locker, agreement and end. */
  state: string
  /** The indexed block when both were last ready; null until then. */
  agreed_block: number | null
  offer_id: OfferId | null
  /** Lines in the log. */
  entries: number
  /** 1 if the two had never traded when it was opened (decision N7). */
  to_stranger: 0 | 1
  /** 0 once notes and reasons were deleted. */
  has_text: 0 | 1
  opened_at_s: number
  changed_at_s: number
  closed_at_s: number | null
  opener_seen_s: number | null
  guest_seen_s: number | null
}

/** A line of a table's log. */
export interface TableEntriesTable {
  table_id: string
  /** From 1, without gaps. */
  n: number
  /** JSON in the API's format, without its text. */
  entry: string
  /** The note, or the words of a decline. */
  text: string
}

/** Which seats of a table are taken, by server. A row counts until its lease ends, in case the server was killed. */
export interface TablePresenceTable {
  table_id: string
  seat: 'opener' | 'guest'
  server: string
  until_ms: number
}

/** What a network or a wallet has written at tables: bytes that run down within a day. */
export interface TableSpaceTable {
  /** A wallet, or the keyed hash of a network. */
  key: string
  used: number
  /** When that was. */
  at_ms: number
}

/** Who may open a table with a wallet. */
export interface InboundTable {
  address: Address
  open_to: 'anyone' | 'known' | 'none'
}

/** Wallets on the allow-list or block-list of another one. */
export interface InboundWalletsTable {
  address: Address
  other: Address
  kind: 'allowed' | 'blocked'
}

/** One row per offer whose recipient declined it. Not part of the index: it can't be read from the chain again. */
export interface DeclinesTable {
  offer_id: OfferId
  /** The recipient. */
  declined_by: Address
  at_s: number
  reason: DeclineReason
  /** The recipient's words, for the offer's two parties alone. */
  text: string
}

/** An item of an inbox that a wallet has read. Not part of the index. */
export interface InboxMarksTable {
  address: Address
  /** The item's id, which is the same after the index was built again. */
  item: string
  read_at_s: number
}

/** A kind of items that a wallet gets no push for. */
export interface InboxMutedTable {
  address: Address
  kind: InboxKind
}

/** Where a session's pushes go. Deleted with the session. Endpoint and keys are secrets. */
export interface PushSubscriptionsTable {
  /** The session's id. */
  session: string
  address: Address
  endpoint: string
  /** base64url, as browsers give them. */
  p256dh: string
  auth: string
  created_at_s: number
  /** The public VAPID key that it was made with. Null for those from before it was stored. */
  vapid_key: string | null
  /** `created_at_s` of the last one that its push service has ended. It was renewed since if that is older. */
  gone_at_s: number | null
}

/** One row per wallet with a subscription. */
export interface PushWalletsTable {
  address: Address
  /** When time alone changes its inbox, chain time; 0 before the first look. */
  due_s: number
}

/** A note that the inbox of a wallet with a subscription may have changed. Deleted by the look that it asks for. */
export interface PushChangesTable {
  address: Address
  note: string
}

/** A push of an item to a subscription. Its row stays after it was sent, so that it is sent once. */
export interface PushOutboxTable {
  session: string
  item: string
  /** `held`: its push service has ended the subscription, and its browser may renew it. */
  state: 'waiting' | 'held' | 'sent' | 'dropped'
  /** How often the push service has put it off. */
  attempts: number
  /** When it may be tried next. While it is tried, when another server may take it over. */
  next_ms: number
  added_ms: number
}

/** A query executor: the read connection, or a transaction on the write connection. */
export type Queryable = Kysely<Schema> | Transaction<Schema>
