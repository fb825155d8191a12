import type { Address, Collection, Nft } from '@parley/domain'
import type { Client, PublicClient } from 'viem'
import type { Reading, UnreadableReason } from './HoldingsQuery.ts'
import { type AtBlock, noHolder } from './scanner.ts'
import { readCollection, waysOf } from './strategies.ts'

export type HoldingsOutcome =
  | {
      readonly nfts: readonly Nft[]
      /** What the collection's `balanceOf` says. More than `nfts` are found where ids lie beyond the size that is scanned. */
      readonly balance: bigint
      readonly block: bigint
    }
  | { readonly unreadable: UnreadableReason }

export interface CollectionHoldings {
  readonly collection: Collection
  readonly outcome: HoldingsOutcome
}

export interface FindHoldingsOptions {
  readonly signal?: AbortSignal
  /** Called as each collection is known, in the order in which the answers come. */
  readonly onProgress?: (holdings: CollectionHoldings) => void
  /** The block to read at; the newest by default. */
  readonly at?: AtBlock
}

/** Larger than any index; jobs by index end with the balance. */
const everyIndex = 2n ** 64n

/**
 * Every NFT of a wallet in these collections, read from the chain. All collections are asked in the same turn, so that they
 * travel as one batch; each has its own outcome, and one that could not be read is never an empty one.
 *
 * Rejects only with the signal's reason.
 *
 * @example const found = await findHoldings(client, collections, owner, { signal, onProgress: show })
 */
export async function findHoldings(
  client: Client,
  collections: readonly Collection[],
  owner: Address,
  { signal, onProgress, at = 'latest' }: FindHoldingsOptions = {},
): Promise<CollectionHoldings[]> {
  const { held } = waysOf(client)
  return Promise.all(
    collections.map(async (collection) => {
      const { discovery, address } = collection
      const reading = await readCollection(held, {
        job: discovery.kind === 'scan' ? 'heldByScan' : 'heldByIndex',
        collection: address,
        holder: owner,
        lastId: discovery.kind === 'scan' ? BigInt(discovery.lastId) : everyIndex,
        at,
        signal,
      })
      const holdings = { collection, outcome: outcomeOf(address, reading) }
      if (!signal?.aborted) onProgress?.(holdings)
      return holdings
    }),
  )
}

function outcomeOf(contract: Address, reading: Reading): HoldingsOutcome {
  if ('unreadable' in reading) return reading
  if (reading.tokens.length === 0 && reading.total > 0n) return { unreadable: 'beyondScan' }
  return {
    nfts: reading.tokens.map(({ tokenId }) => ({ contract, tokenId })),
    balance: reading.total,
    block: reading.block,
  }
}

export interface OwnedToken {
  readonly tokenId: bigint
  readonly owner: Address
}

export type OwnersOutcome = { readonly tokens: readonly OwnedToken[] } | { readonly unreadable: UnreadableReason }

/**
 * Who owns each token of a collection at one block: by `tokenByIndex` where it is enumerable, else by `ownerOf` of every id up
 * to its scan size. Ids that nobody owns are left out.
 */
export async function findOwners(
  client: PublicClient,
  collection: Collection,
  block: bigint,
  signal?: AbortSignal,
): Promise<OwnersOutcome> {
  const { discovery, address } = collection
  const reading = await readCollection(waysOf(client).owners, {
    job: discovery.kind === 'scan' ? 'ownersByScan' : 'ownersByIndex',
    collection: address,
    holder: noHolder,
    lastId: discovery.kind === 'scan' ? BigInt(discovery.lastId) : everyIndex,
    at: block,
    signal,
  })
  if ('unreadable' in reading) return reading
  return { tokens: reading.tokens.flatMap(({ tokenId, owner }) => (owner ? [{ tokenId, owner }] : [])) }
}
