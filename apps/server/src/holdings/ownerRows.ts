import type { OwnedToken, OwnersOutcome } from '@parley/chain'
import type { Address, Collection, Nft } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import type { Transaction } from 'kysely'
import { toEventSelector } from 'viem'
import { type Database, prepareRead } from '../db/database.ts'
import type { NftOwnersTable, Queryable, Schema } from '../db/schema.ts'
import type { RawLog } from '../indexer/logConsumer.ts'

/** A transfer of a token; the zero address stands for mint or burn. */
export interface OwnerChange {
  readonly contract: Address
  readonly tokenId: bigint
  readonly from: Address
  readonly to: Address
  readonly block: number
}

export const nobody: Address = '0x0000000000000000000000000000000000000000'
export const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/** Decodes a Transfer log; undefined if malformed. A few old collections don't index the token id. */
export function ownerChangeOf(log: RawLog): OwnerChange | undefined {
  const [topic, from, to, indexedId] = log.topics
  const id = indexedId ?? log.data
  if (topic !== transferTopic || from?.length !== 66 || to?.length !== 66 || id.length !== 66) return undefined
  return {
    contract: log.address,
    tokenId: BigInt(id),
    from: addressOf(from),
    to: addressOf(to),
    block: log.blockNumber,
  }
}

function addressOf(topic: `0x${string}`): Address {
  const address = `0x${topic.slice(26)}` as const
  return BigInt(address) === 0n ? nobody : addressSchema.parse(address)
}

type Tx = Transaction<Schema>

interface OwnerRow extends OwnedToken {
  readonly contract: Address
  readonly receivedBlock: number | null
}

/** Rows per statement; both engines accept at least 32,000 values. */
const rowsAtOnce = 5_000
/** Of a list of values, which both engines limit. */
const nftsAtOnce = 500

/** Applies transfers in chain order. A burned token stays, without a holder: a deal may ask for it. Idempotent. */
export async function writeOwnerChanges(tx: Tx, changes: readonly OwnerChange[]): Promise<void> {
  const last = new Map(changes.map((change) => [`${change.contract}/${change.tokenId}`, change]))
  await insertOwners(
    tx,
    [...last.values()].map(({ contract, tokenId, to, block }) => {
      return { contract, tokenId, owner: to, receivedBlock: block }
    }),
  )
}

/** Replaces a collection's owners. Burned tokens, and those beyond the scan range, are known only from transfers and stay. */
export async function replaceOwners(tx: Tx, { address }: Collection, outcome: OwnersOutcome): Promise<void> {
  const unreadable = 'unreadable' in outcome ? outcome.unreadable : null
  await tx
    .insertInto('collection_reads')
    .values({ contract: address, unreadable })
    .onConflict((conflict) => conflict.column('contract').doUpdateSet({ unreadable }))
    .execute()
  if ('unreadable' in outcome) return
  const received = await receivedBlocksOf(tx, address)
  const old = tx.deleteFrom('nft_owners').where('contract', '=', address).where('owner', '!=', nobody)
  const { scannedTo } = outcome
  await (scannedTo === undefined ? old : old.where('token', '<=', tokenKey(scannedTo))).execute()
  await insertOwners(
    tx,
    outcome.tokens.map((token) => {
      const receivedBlock = received.get(`${tokenKey(token.tokenId)} ${token.owner}`) ?? null
      return { ...token, contract: address, receivedBlock }
    }),
  )
}

/** When a collection's tokens came to their owners, where that is known. A new read of the owners can't tell. */
async function receivedBlocksOf(tx: Tx, contract: Address): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('nft_owners')
    .select(['token', 'owner', 'received_block'])
    .where('contract', '=', contract)
    .where('received_block', 'is not', null)
    .execute()
  return new Map(rows.map(({ token, owner, received_block: block }) => [`${token} ${owner}`, Number(block)]))
}

async function insertOwners(tx: Tx, tokens: readonly OwnerRow[]): Promise<void> {
  for (let at = 0; at < tokens.length; at += rowsAtOnce) {
    const rows = tokens.slice(at, at + rowsAtOnce).map(({ contract, tokenId, owner, receivedBlock }) => ({
      contract,
      token: tokenKey(tokenId),
      owner,
      received_block: receivedBlock,
    }))
    await tx
      .insertInto('nft_owners')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['contract', 'token']).doUpdateSet((excluded) => ({
          owner: excluded.ref('excluded.owner'),
          received_block: excluded.ref('excluded.received_block'),
        })),
      )
      .execute()
  }
}

export async function clearOwners(tx: Tx): Promise<void> {
  await tx.deleteFrom('nft_owners').execute()
  await tx.deleteFrom('collection_reads').execute()
}

/**
 * Who holds an NFT; undefined where the index knows nothing of it.
 *
 * Nor where it knows that of an earlier block than `sinceBlock` alone.
 */
export type OwnerOf = (nft: Nft, sinceBlock?: number) => string | undefined

/** Reads who holds each of some NFTs. */
export type ReadOwners = (nfts: readonly Nft[]) => Promise<OwnerOf>

/** A statement for each number of NFTs: a deal has few. */
export function prepareOwners(db: Pick<Database, 'read' | 'prepareNow'>): ReadOwners {
  const statements = new Map<number, ReturnType<typeof prepare>>()
  const prepare = (count: number) =>
    prepareRead(
      db,
      ownersQuery(
        db.read,
        Array.from({ length: count }, () => ({ contract: nobody, tokenId: 0n })),
      ),
    )
  return async (nfts) => {
    if (nfts.length === 0) return () => undefined
    const read = statements.get(nfts.length) ?? prepare(nfts.length)
    statements.set(nfts.length, read)
    return ownersIn(await read(nfts.flatMap(({ contract, tokenId }) => [contract, tokenKey(tokenId)])))
  }
}

function ownersQuery(db: Queryable, nfts: readonly Nft[]) {
  return db
    .selectFrom('nft_owners')
    .select(['contract', 'token', 'owner', 'received_block'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('contract', 'token'),
        'in',
        nfts.map(({ contract, tokenId }) => tuple(contract, tokenKey(tokenId))),
      ),
    )
}

/** Any number of NFTs, also within a transaction. See {@link ReadOwners}. */
export async function ownersOf(db: Queryable, nfts: readonly Nft[]): ReturnType<ReadOwners> {
  const rows = []
  for (let at = 0; at < nfts.length; at += nftsAtOnce)
    rows.push(...(await ownersQuery(db, nfts.slice(at, at + nftsAtOnce)).execute()))
  return ownersIn(rows)
}

export type HeldToken = Pick<NftOwnersTable, 'contract' | 'token' | 'owner' | 'received_block'>

export function ownersIn(rows: readonly HeldToken[]): OwnerOf {
  const held = new Map(rows.map((row) => [`${row.contract} ${row.token}`, row]))
  return (nft, sinceBlock = 0) => {
    const row = held.get(rowKey(nft))
    return row && (row.received_block ?? sinceBlock) >= sinceBlock ? row.owner : undefined
  }
}

/** Who holds an NFT, and since which block; null where that is unknown. */
export interface Holder {
  readonly owner: string
  readonly block: number | null
}

/** The holders of any number of NFTs, by {@link rowKey}. NFTs that the index doesn't know are left out. */
export async function holdersOf(db: Queryable, nfts: readonly Nft[]): Promise<Map<string, Holder>> {
  const holders = new Map<string, Holder>()
  for (let at = 0; at < nfts.length; at += nftsAtOnce) {
    const rows = await ownersQuery(db, nfts.slice(at, at + nftsAtOnce)).execute()
    for (const { contract, token, owner, received_block: block } of rows)
      holders.set(`${contract} ${token}`, { owner, block })
  }
  return holders
}

/** The key of an NFT's row. */
export function rowKey({ contract, tokenId }: Nft): string {
  return `${contract} ${tokenKey(tokenId)}`
}

/** Each of a wallet's tokens, and the block in which it came where that is known. */
export async function tokensOf(
  db: Queryable,
  owner: Address,
): Promise<{ contract: string; tokenId: bigint; receivedBlock: number | null }[]> {
  if (owner === nobody) return []
  const query = db.selectFrom('nft_owners').select(['contract', 'token', 'received_block'])
  const rows = await query.where('owner', '=', owner).execute()
  return rows.map(({ contract, token, received_block: receivedBlock }) => ({
    contract,
    tokenId: tokenIdOf(token),
    receivedBlock,
  }))
}

/** Collections that haven't been read successfully. */
export async function unreadCollections(db: Queryable, collections: readonly Collection[]): Promise<Collection[]> {
  const rows = await db.selectFrom('collection_reads').select('contract').where('unreadable', 'is', null).execute()
  const read = new Set(rows.map(({ contract }) => contract))
  return collections.filter(({ address }) => !read.has(address))
}

/** How many tokens of each collection the index knows, those of its burn address left out. Null for unread collections. */
export async function suppliesOf(
  db: Queryable,
  collections: readonly Collection[],
): Promise<{ address: Address; supply: number | null }[]> {
  const rows = await db
    .selectFrom('nft_owners')
    .select((row) => ['contract', row.fn.countAll<number | string>().as('tokens')])
    .where('owner', '!=', nobody)
    .groupBy('contract')
    .execute()
  const tokens = new Map(rows.map((row) => [row.contract, Number(row.tokens)]))
  const unread = await unreadCollections(db, collections)
  return Promise.all(
    collections.map(async (collection) => {
      const { address, burnAddress } = collection
      if (unread.includes(collection)) return { address, supply: null }
      const burned = burnAddress && burnAddress !== nobody ? await countOf(db, address, burnAddress) : 0
      return { address, supply: (tokens.get(address) ?? 0) - burned }
    }),
  )
}

async function countOf(db: Queryable, contract: Address, owner: Address): Promise<number> {
  const { held } = await db
    .selectFrom('nft_owners')
    .select((row) => row.fn.countAll<number | string>().as('held'))
    .where('contract', '=', contract)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(held)
}

/** A token id in the database: 64 hex digits, which sort like the number. */
export function tokenKey(tokenId: bigint): string {
  return tokenId.toString(16).padStart(64, '0')
}

export function tokenIdOf(key: string): bigint {
  return BigInt(`0x${key}`)
}
