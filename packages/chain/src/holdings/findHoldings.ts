import type { Address, Collection, Nft } from '@parley/domain'
import type { Client, PublicClient } from 'viem'
import {
  type HoldingsQuery,
  type HoldingsResult,
  type HoldingsStrategy,
  type UnreadableReason,
  UnsupportedStrategyError,
} from './HoldingsQuery.ts'
import { callByMulticall, callOneByOne, readByCalls } from './readByCalls.ts'
import { readByScanner } from './readByScanner.ts'
import { type AtBlock, decodeScanReply, encodeScanRequest, noHolder, runScanner, type ScanRequest } from './scanner.ts'
import { RpcUnavailableError } from '../rpc/RpcCall.ts'

export type HoldingsOutcome =
  | {
      readonly nfts: readonly Nft[]
      /** The collection's `balanceOf`. Exceeds `nfts` if some ids are outside the scan range. */
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
  /** Called for each collection as its answer arrives. */
  readonly onProgress?: (holdings: CollectionHoldings) => void
  /** The block to read at; the newest by default. */
  readonly at?: AtBlock
}

/**
 * Who holds an NFT of any contract at a block.
 *
 * Zero where the contract names no one; undefined where it gives no sensible answer. The scanner asks, so that a hostile contract can answer with no more than a word, and none of its errors reaches the endpoint.
 */
export async function readUnknownOwner(
  client: Client,
  { contract, tokenId }: Nft,
  at: bigint,
): Promise<Address | undefined> {
  const request: ScanRequest = {
    job: 'ownersByScan',
    collection: contract,
    holder: noHolder,
    from: tokenId,
    to: tokenId,
    maxBytes: 1_000,
  }
  const reply = decodeScanReply(request, await runScanner(client, 'creation', encodeScanRequest(request), at))
  if (reply.status !== 'read' || reply.next === tokenId) return undefined
  return reply.items.find((token) => token.tokenId === tokenId)?.owner ?? noHolder
}

/** Larger than any index; jobs by index end with the balance or the supply. */
const everyIndex = 2n ** 64n

/**
 * Reads a wallet's NFTs in these collections from the chain.
 *
 * All collections are queried in the same tick, so they travel as one batch. Each has its own outcome; a collection that
 * couldn't be read is never reported as empty. Rejects only with the signal's reason.
 *
 * @example const found = await findHoldings(client, collections, owner, { signal, onProgress: show })
 */
export async function findHoldings(
  client: Client,
  collections: readonly Collection[],
  owner: Address,
  { signal, onProgress, at = 'latest' }: FindHoldingsOptions = {},
): Promise<CollectionHoldings[]> {
  const { held } = strategiesFor(client)
  return Promise.all(
    collections.map(async (collection) => {
      const { address } = collection
      const { reading } = await discover(held, collection, { job: 'held', holder: owner, at, signal })
      const holdings = { collection, outcome: outcomeOf(address, reading) }
      if (!signal?.aborted) onProgress?.(holdings)
      return holdings
    }),
  )
}

type Discovered = Pick<HoldingsQuery, 'holder' | 'at' | 'signal'> & { readonly job: 'held' | 'owners' }

/** Reads as the registry says. A contract that can't list its tokens is scanned, if the registry has a last id. */
async function discover(
  strategies: readonly HoldingsStrategy[],
  { address, discovery }: Collection,
  { job, ...query }: Discovered,
): Promise<{ readonly reading: HoldingsResult; readonly scannedTo?: bigint }> {
  if (discovery.kind === 'enumerable') {
    const listed = { ...query, job: `${job}ByIndex`, collection: address, lastId: everyIndex } as const
    const reading = await readCollection(strategies, listed)
    if (discovery.lastId === undefined || !('unreadable' in reading) || !isUnlisted.has(reading.unreadable))
      return { reading }
  }
  const lastId = BigInt(discovery.lastId ?? 0)
  const reading = await readCollection(strategies, { ...query, job: `${job}ByScan`, collection: address, lastId })
  return { reading, scannedTo: lastId }
}

/** What a contract without the enumeration answers to it: no supply, or no token at an index. */
const isUnlisted: ReadonlySet<UnreadableReason> = new Set(['noBalance', 'nonsense'])

function outcomeOf(contract: Address, reading: HoldingsResult): HoldingsOutcome {
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

/** `scannedTo`: the last id that was tried; left out where the contract listed all. */
export type OwnersOutcome =
  | { readonly tokens: readonly OwnedToken[]; readonly scannedTo?: bigint | undefined }
  | { readonly unreadable: UnreadableReason }

/**
 * Reads the owner of every token of a collection at one block.
 *
 * Uses `tokenByIndex` if the collection is enumerable, otherwise `ownerOf` for every id in the scan range. Ids without an
 * owner are omitted.
 */
export async function findOwners(
  client: PublicClient,
  collection: Collection,
  block: bigint,
  signal?: AbortSignal,
): Promise<OwnersOutcome> {
  const query = { job: 'owners', holder: noHolder, at: block, signal } as const
  const { reading, scannedTo } = await discover(strategiesFor(client).owners, collection, query)
  if ('unreadable' in reading) return reading
  return { tokens: reading.tokens.flatMap(({ tokenId, owner }) => (owner ? [{ tokenId, owner }] : [])), scannedTo }
}

interface Strategies {
  /** For one holder's tokens: short answers, so the most widely supported carrier comes first. */
  readonly held: readonly HoldingsStrategy[]
  /** For all owners: long answers, so the carrier without a size limit comes first. */
  readonly owners: readonly HoldingsStrategy[]
}

/** Each client probes its node once. */
const strategiesByClient = new WeakMap<Client, Strategies>()

function strategiesFor(client: Client): Strategies {
  const known = strategiesByClient.get(client)
  if (known) return known
  const multicall3: Address | undefined = client.chain?.contracts?.multicall3?.address
  const creation = readByScanner(client, 'creation')
  const override = readByScanner(client, 'override')
  const calls = [
    ...(multicall3 ? [readByCalls(client, callByMulticall(client, multicall3))] : []),
    readByCalls(client, callOneByOne(client)),
  ]
  const strategies = { held: [creation, override, ...calls], owners: [override, creation, ...calls] }
  strategiesByClient.set(client, strategies)
  return strategies
}

/**
 * Tries the strategies in order until one answers.
 *
 * A token that ran out of gas in a shared call may still answer on its own, so only the last strategy's verdict counts.
 * Rejects only with the signal's reason.
 */
async function readCollection(strategies: readonly HoldingsStrategy[], query: HoldingsQuery): Promise<HoldingsResult> {
  let outcome: HoldingsResult = { unreadable: 'unreachable' }
  for (const strategy of strategies) {
    try {
      const reading = await strategy(query)
      if (!('unreadable' in reading && reading.unreadable === 'outOfGas')) return reading
      outcome = reading
    } catch (error) {
      if (query.signal?.aborted) throw query.signal.reason
      if (error instanceof UnsupportedStrategyError) continue
      if (error instanceof RpcUnavailableError) return { unreadable: 'unreachable' }
      outcome = { unreadable: 'outOfGas' }
    }
  }
  return outcome
}
