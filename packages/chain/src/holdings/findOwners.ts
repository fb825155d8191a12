import type { Address, Collection } from '@parley/domain'
import type { PublicClient } from 'viem'
import type { UnreadableReason } from './Reading.ts'
import { noHolder } from './ScanRequest.ts'
import { readCollection, waysOf } from './waysOf.ts'

export interface OwnedToken {
  readonly tokenId: bigint
  readonly owner: Address
}

export type OwnersOutcome = { readonly tokens: readonly OwnedToken[] } | { readonly unreadable: UnreadableReason }

const everyIndex = 2n ** 64n

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
