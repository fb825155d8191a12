import { createHash } from 'node:crypto'
import { collectionName, nftKey, type Address, type Collection } from '@parley/domain'
import { imageUrl, type WireHoldings } from '@parley/protocol'
import { HttpError } from '../http/httpError.ts'
import type { HeldNft, WalletHoldings } from './HeldNft.ts'

/** A wallet with no more than this comes in one answer. */
const wholeAnswerNfts = 1_000
/** A larger one comes in pages of this. */
export const holdingsPageSize = 200

/**
 * One page of a wallet's NFTs, in the registry's order and by token id within a collection. A cursor is the last NFT of the page
 * before, so that NFTs that come and go between pages neither shift nor repeat the others.
 *
 * @throws {HttpError} 400 for a cursor that is none.
 */
export function pageOfHoldings(
  collections: readonly Collection[],
  owner: Address,
  holdings: WalletHoldings,
  cursor: string | undefined,
): WireHoldings & { readonly etag: string } {
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
  const body = {
    success: true as const,
    address: owner,
    block: holdings.block,
    nfts: page.map((nft) => wireNft(collections, nft)),
    unreadable: [...holdings.unreadable],
    nextCursor: last && left.length > page.length ? `${last.contract}.${last.tokenId}` : null,
  }
  return { ...body, etag: etagOf(page, holdings.unreadable, body.nextCursor) }
}

function wireNft(collections: readonly Collection[], nft: HeldNft): WireHoldings['nfts'][number] {
  const name = collectionName(collections, nft.contract)
  return {
    contract: nft.contract,
    tokenId: String(nft.tokenId),
    name: `${name} #${nft.tokenId}`,
    collectionName: name,
    image: imageUrl(nft),
    escrowedBy: nft.escrowedBy,
  }
}

/** Weak, since the block is left out: as long as the NFTs are the same, an answer of an older block says the same. */
function etagOf(page: readonly HeldNft[], unreadable: readonly Address[], nextCursor: string | null): string {
  const hash = createHash('sha256')
  for (const nft of page) hash.update(`${nftKey(nft)} ${nft.escrowedBy}\n`)
  hash.update(JSON.stringify([unreadable, nextCursor]))
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
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
