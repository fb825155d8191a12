import type { Collection } from '@parley/domain'
import { HttpError } from '../http/httpError.ts'
import type { HeldNft, WalletHoldings } from './HeldNft.ts'

/** A wallet with no more than this comes in one answer. */
const wholeAnswerNfts = 1_000
/** A larger one comes in pages of this. */
export const holdingsPageSize = 200

export interface HoldingsPage {
  readonly nfts: readonly HeldNft[]
  readonly nextCursor: string | null
}

/**
 * One page of a wallet's NFTs, in the registry's order and by token id within a collection. A cursor is the last NFT of the page
 * before, so that NFTs that come and go between pages neither shift nor repeat the others.
 *
 * @throws {HttpError} 400 for a cursor that is none.
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
