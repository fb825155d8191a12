import { createHash } from 'node:crypto'
import { findHoldings } from '@parley/chain'
import { type Address, type Collection, collectionName, type Nft, nftKey } from '@parley/domain'
import { addressSchema, hash32Schema, imageUrl, uint256Schema, type WireHoldings } from '@parley/protocol'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import { holdingsKey } from './createHoldings.ts'
import type { OwnerAudit } from './createOwnerAudit.ts'
import { suppliesOf, tokensOf, unreadCollections } from './ownerRows.ts'
import type { Handlers } from '../http/bindRoutes.ts'
import { HttpError } from '../http/httpError.ts'
import { readCheckpoints } from '../indexer/checkpoints.ts'
import { shareInFlight } from '../lib/async.ts'
import type { TokenLooks, TokenNames } from '../names/createTokenNames.ts'

const maxWalletsRead = 20

/** Counting reads the whole index, and the figures hardly change. */
const suppliesKeptMs = 60_000

/**
 * `GET /api/holdings/{address}`: a wallet's NFTs in the registry's collections. From the index once it is ready.
 * `GET /api/collections`: their supplies, at most a minute old.
 */
export function holdingsHandlers(
  context: Context,
  audit: OwnerAudit,
  names: TokenNames,
): Pick<Handlers, 'holdings' | 'collections'> {
  const { collections } = context.config.deployment
  const readSupplies = shareInFlight(() => suppliesOf(context.db.readIndex, collections))
  let supplies: { readonly atMs: number; readonly rows: Awaited<ReturnType<typeof suppliesOf>> } | null = null
  const reading = new Map<Address, Promise<WalletHoldings>>()

  /** Until the index is ready each answer costs a batch of chain calls: coalesce and limit them. */
  function fromChain(address: Address): Promise<WalletHoldings> {
    const known = reading.get(address)
    if (known) return known
    if (reading.size >= maxWalletsRead)
      throw new HttpError(503, 'the index is being built: ask again', { retryAfterS: 5 })
    const read = liveHoldings(context, address).finally(() => reading.delete(address))
    reading.set(address, read)
    return read
  }

  return {
    async collections() {
      const nowMs = performance.now()
      // An index that is still being read changes at once.
      const isKept = supplies && nowMs - supplies.atMs < suppliesKeptMs && supplies.rows.every(isRead)
      supplies = supplies && isKept ? supplies : { atMs: nowMs, rows: await readSupplies() }
      return { status: 200, body: { success: true, collections: supplies.rows } }
    },
    async holdings({ params: { address }, query: { cursor } }) {
      const holdings = (await storedHoldings(context, address)) ?? (await fromChain(address))
      audit.noteAsked(address)
      const page = pageOfHoldings(collections, holdings, cursor)
      const looks = await names.of(address, page.nfts)
      const { etag, ...body } = holdingsAnswer(collections, { owner: address, holdings, page, looks })
      return { status: 200, body, etag }
    },
  }
}

function isRead({ supply }: { readonly supply: number | null }): boolean {
  return supply !== null
}

/** A page of a wallet in the API's format, with its ETag. */
export function holdingsAnswer(
  collections: readonly Collection[],
  { owner, holdings, page, looks }: { owner: Address; holdings: WalletHoldings; page: HoldingsPage; looks: TokenLooks },
): WireHoldings & { readonly etag: string } {
  const { block, unreadable } = holdings
  return {
    success: true,
    address: owner,
    block,
    nfts: page.nfts.map((nft) => wireNft(collections, nft, looks)),
    unreadable: [...unreadable],
    nextCursor: page.nextCursor,
    etag: etagOf(page, unreadable, looks),
  }
}

/** A token without a name uses its collection's. */
function wireNft(collections: readonly Collection[], nft: HeldNft, looks: TokenLooks): WireHoldings['nfts'][number] {
  const name = collectionName(collections, nft.contract)
  const look = looks.get(nftKey(nft))
  return {
    contract: nft.contract,
    tokenId: String(nft.tokenId),
    name: look?.name || `${name} #${nft.tokenId}`,
    collectionName: name,
    image: imageUrl(nft, '256', look?.picture),
    escrowedBy: nft.escrowedBy,
    ...(nft.receivedBlock !== null && { receivedBlock: nft.receivedBlock }),
  }
}

/** Weak, because it ignores the block: the same NFTs are the same answer. */
function etagOf({ nfts, nextCursor }: HoldingsPage, unreadable: readonly Address[], looks: TokenLooks): string {
  const hash = createHash('sha256')
  for (const nft of nfts) {
    const key = nftKey(nft)
    const { name = '', picture = '' } = looks.get(key) ?? {}
    hash.update(`${key} ${nft.escrowedBy} ${nft.receivedBlock} ${picture} ${name}\n`)
  }
  hash.update(JSON.stringify([unreadable, nextCursor]))
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

/** Wallets up to this size come in one answer. */
const wholeAnswerNfts = 1_000
/** Page size for larger wallets. */
const holdingsPageSize = 200

interface HoldingsPage {
  readonly nfts: readonly HeldNft[]
  readonly nextCursor: string | null
}

/**
 * One page of a wallet's NFTs, in registry order, then by token id.
 *
 * The cursor is the previous page's last NFT, so transfers between requests neither shift nor repeat others.
 *
 * @throws {HttpError} 400 for an invalid cursor.
 */
export function pageOfHoldings(
  collections: readonly Collection[],
  holdings: Pick<WalletHoldings, 'nfts'>,
  cursor: string | undefined,
): HoldingsPage {
  const order = new Map<string, number>(collections.map((collection, index) => [collection.address, index]))
  const rank = (nft: HeldNft): number => order.get(nft.contract) ?? collections.length
  const sorted = holdings.nfts
    .filter((nft) => order.has(nft.contract))
    .toSorted((one, other) => rank(one) - rank(other) || compare(one.tokenId, other.tokenId))
  const start = cursor === undefined ? undefined : readCursor(cursor)
  const startRank = start && (order.get(start.contract) ?? collections.length)
  const left = start
    ? sorted.filter((nft) => rank(nft) > Number(startRank) || (rank(nft) === startRank && nft.tokenId > start.tokenId))
    : sorted
  const page = start === undefined && left.length <= wholeAnswerNfts ? left : left.slice(0, holdingsPageSize)
  const last = page.at(-1)
  return {
    nfts: page,
    nextCursor: last && left.length > page.length ? `${last.contract}.${last.tokenId}` : null,
  }
}

function readCursor(cursor: string): { contract: string; tokenId: bigint } {
  const [, contract, tokenId] = /^(0x[0-9a-fA-F]{40})\.([0-9]{1,78})$/.exec(cursor) ?? []
  if (contract === undefined || tokenId === undefined)
    throw new HttpError(400, 'not a cursor of this list', { field: 'cursor' })
  return { contract, tokenId: BigInt(tokenId) }
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** An NFT of a wallet: held by it, or by the escrow in an offer it created. */
export interface HeldNft extends Nft {
  readonly escrowedBy: `0x${string}` | null
  /** The block in which the wallet got it, where the index saw that. */
  readonly receivedBlock: number | null
}

/** All of a wallet's NFTs in the registry's collections, as of one block. */
interface WalletHoldings {
  readonly block: number
  readonly nfts: readonly HeldNft[]
  /** Collections that couldn't be read. Never treat them as empty. */
  readonly unreadable: readonly `0x${string}`[]
}

/** A wallet's NFTs from the index; undefined before the bootstrap. */
export async function storedHoldings({ config, db }: Context, owner: Address): Promise<WalletHoldings | undefined> {
  const { collections } = config.deployment
  const served = new Map<string, Address>(collections.map(({ address }) => [address, address]))
  const block = (await readCheckpoints(db.readIndex)).get(holdingsKey)?.block
  if (block === undefined) return undefined
  // In this order, a token that enters escrow in between is found twice rather than never.
  const tokens = await tokensOf(db.readIndex, owner)
  const escrowed = await escrowedNfts(db.readIndex, owner)
  const inEscrow = new Set(escrowed.map(nftKey))
  const held = tokens.flatMap(({ contract, tokenId, receivedBlock }): HeldNft[] => {
    const address = served.get(contract)
    return address ? [{ contract: address, tokenId, escrowedBy: null, receivedBlock }] : []
  })
  const unread = await unreadCollections(db.readIndex, collections)
  return {
    block,
    nfts: [...escrowed, ...held.filter((nft) => !inEscrow.has(nftKey(nft)))],
    unreadable: unread.map(({ address }) => address),
  }
}

/** Reads a wallet from the chain until the index is ready. @throws {HttpError} 503 if the chain is unreachable */
async function liveHoldings({ chain, config, db }: Context, owner: Address): Promise<WalletHoldings> {
  const found = await findHoldings(chain, config.deployment.collections, owner)
  const read = found.flatMap(({ outcome }) => ('nfts' in outcome ? [outcome] : []))
  const unreadable = found.flatMap(({ collection, outcome }) => ('nfts' in outcome ? [] : [collection.address]))
  if (read.length === 0 && unreadable.length > 0)
    throw new HttpError(503, 'the chain cannot be reached', { retryAfterS: 5 })
  const held = read.flatMap(({ nfts }) => nfts.map((nft) => ({ ...nft, escrowedBy: null, receivedBlock: null })))
  return {
    // Paged collections report their first page's block, so the oldest block is valid for all.
    block: read.reduce((oldest, { block }) => Math.min(oldest, Number(block)), Number.MAX_SAFE_INTEGER),
    nfts: [...(await escrowedNfts(db.readIndex, owner)), ...held],
    unreadable,
  }
}

const nftList = z.array(
  z.tuple([
    addressSchema,
    z.pipe(
      uint256Schema,
      z.transform((text: string) => BigInt(text)),
    ),
  ]),
)

/** NFTs the escrow holds for a wallet: offered in unsettled offers, or unreturned from settled ones. */
async function escrowedNfts(db: Queryable, owner: Address): Promise<HeldNft[]> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'offered', 'unreturned', 'settlement'])
    .where('creator', '=', owner)
    .where((where) => where.or([where('settlement', 'is', null), where('unreturned', '!=', '[]')]))
    .execute()
  return rows.flatMap(({ id, offered, unreturned, settlement }) => {
    const escrowedBy = hash32Schema.parse(id)
    const nfts = nftList.parse(JSON.parse(settlement === null ? offered : unreturned))
    return nfts.map(([contract, tokenId]) => ({ contract, tokenId, escrowedBy, receivedBlock: null }))
  })
}
