import { findHoldings } from '@parley/chain'
import { type Address, type Nft, nftKey } from '@parley/domain'
import { addressSchema, hash32Schema, uint256Schema } from '@parley/protocol'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/schema.ts'
import { holdingsKey } from './createHoldings.ts'
import { tokensOf, unreadCollections } from './ownerRows.ts'
import { HttpError } from '../http/httpError.ts'
import { readCheckpoints } from '../indexer/checkpoints.ts'

/** An NFT of a wallet: held by it, or by the escrow in an offer it created. */
export interface HeldNft extends Nft {
  readonly escrowedBy: `0x${string}` | null
}

/** All of a wallet's NFTs in the registry's collections, as of one block. */
export interface WalletHoldings {
  readonly block: number
  readonly nfts: readonly HeldNft[]
  /** Collections that couldn't be read. Never treat them as empty. */
  readonly unreadable: readonly `0x${string}`[]
}

/** A wallet's NFTs from the index; undefined before the bootstrap. */
export async function storedHoldings({ config, db }: Context, owner: Address): Promise<WalletHoldings | undefined> {
  const { collections } = config.deployment
  const served = new Map<string, Address>(collections.map(({ address }) => [address, address]))
  const block = (await readCheckpoints(db.read)).get(holdingsKey)?.block
  if (block === undefined) return undefined
  // In this order, a token that enters escrow in between is found twice rather than never.
  const tokens = await tokensOf(db.read, owner)
  const escrowed = await escrowedNfts(db.read, owner)
  const inEscrow = new Set(escrowed.map(nftKey))
  const held = tokens.flatMap(({ contract, tokenId }): HeldNft[] => {
    const address = served.get(contract)
    return address ? [{ contract: address, tokenId, escrowedBy: null }] : []
  })
  const unread = await unreadCollections(db.read, collections)
  return {
    block,
    nfts: [...escrowed, ...held.filter((nft) => !inEscrow.has(nftKey(nft)))],
    unreadable: unread.map(({ address }) => address),
  }
}

/** Reads a wallet from the chain until the index is ready. @throws {HttpError} 503 if the chain is unreachable */
export async function liveHoldings({ chain, config, db }: Context, owner: Address): Promise<WalletHoldings> {
  const found = await findHoldings(chain, config.deployment.collections, owner)
  const read = found.flatMap(({ outcome }) => ('nfts' in outcome ? [outcome] : []))
  const unreadable = found.flatMap(({ collection, outcome }) => ('nfts' in outcome ? [] : [collection.address]))
  if (read.length === 0 && unreadable.length > 0)
    throw new HttpError(503, 'the chain cannot be reached', { retryAfterS: 5 })
  const held = read.flatMap(({ nfts }) => nfts.map((nft) => ({ ...nft, escrowedBy: null })))
  return {
    // Paged collections report their first page's block, so the oldest block is valid for all.
    block: read.reduce((oldest, { block }) => Math.min(oldest, Number(block)), Number.MAX_SAFE_INTEGER),
    nfts: [...(await escrowedNfts(db.read, owner)), ...held],
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
    return nfts.map(([contract, tokenId]) => ({ contract, tokenId, escrowedBy }))
  })
}
