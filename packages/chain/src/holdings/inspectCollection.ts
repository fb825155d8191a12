import type { Collection } from '@parley/domain'
import { erc721Abi, parseAbi, type PublicClient } from 'viem'
import { RpcUnavailableError } from '../rpc/RpcCall.ts'
import { findOwners } from './findHoldings.ts'
import { isRevert } from './HoldingsQuery.ts'

const abi = [
  ...erc721Abi,
  ...parseAbi([
    'function supportsInterface(bytes4 id) view returns (bool)',
    'function tokenByIndex(uint256 index) view returns (uint256)',
  ]),
] as const

const erc721Id = '0x80ac58cd'
const enumerableId = '0x780e9d63'

/** Facts read from a collection's contract. Undefined: no such function, or malformed data. */
export interface CollectionFacts {
  readonly hasCode: boolean
  readonly isErc721: boolean | undefined
  readonly isEnumerable: boolean | undefined
  readonly name: string | undefined
  readonly supply: bigint | undefined
  /** Balance of the burn address, if the registry names one. */
  readonly burned: bigint | undefined
  /** An existing token with its URI. */
  readonly token: { readonly id: bigint; readonly uri: string | undefined } | undefined
}

/** A difference between contract and registry. */
export type CollectionMismatch =
  | 'noCode'
  | 'notErc721'
  | 'notEnumerable'
  | 'enumerableAfterAll'
  | 'otherName'
  | 'supplyBeyondScan'
  | 'noToken'
  | 'noTokenUri'

/** Reads one collection from a live chain. Rejects if the chain is unreachable. */
export async function inspectCollection(client: PublicClient, collection: Collection): Promise<CollectionFacts> {
  const { address, burnAddress } = collection
  const code = await client.getCode({ address })
  const contract = { address, abi } as const
  const [isErc721, isEnumerable, name, supply, burned] = await Promise.all([
    orUndefined(client.readContract({ ...contract, functionName: 'supportsInterface', args: [erc721Id] })),
    orUndefined(client.readContract({ ...contract, functionName: 'supportsInterface', args: [enumerableId] })),
    orUndefined(client.readContract({ ...contract, functionName: 'name' })),
    orUndefined(client.readContract({ ...contract, functionName: 'totalSupply' })),
    burnAddress
      ? orUndefined(client.readContract({ ...contract, functionName: 'balanceOf', args: [burnAddress] }))
      : undefined,
  ])
  const id = await tokenOf(client, collection)
  const uri =
    id === undefined
      ? undefined
      : await orUndefined(client.readContract({ ...contract, functionName: 'tokenURI', args: [id] }))
  return {
    hasCode: code !== undefined,
    isErc721,
    isEnumerable,
    name,
    supply,
    burned,
    token: id === undefined ? undefined : { id, uri },
  }
}

/** The registry's probe token, else the first listed one, else the first one scanned. */
async function tokenOf(client: PublicClient, collection: Collection): Promise<bigint | undefined> {
  const { address, discovery, probeTokenId } = collection
  if (probeTokenId !== undefined) return BigInt(probeTokenId)
  if (discovery.kind === 'enumerable' && discovery.lastId === undefined) {
    return orUndefined(client.readContract({ address, abi, functionName: 'tokenByIndex', args: [0n] }))
  }
  const owners = await findOwners(client, collection, await client.getBlockNumber())
  return 'tokens' in owners ? owners.tokens[0]?.tokenId : undefined
}

/** A missing or reverting function yields undefined; an unreachable chain rejects. */
async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (!isRevert(error) && isUnavailable(error)) throw error
    return undefined
  }
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('walk' in error) || typeof error.walk !== 'function') return true
  return error.walk((cause: unknown) => cause instanceof RpcUnavailableError) !== null
}

/** Lists the differences. Names are compared by letters and digits only. */
export function mismatchesOf({ name, discovery }: Collection, facts: CollectionFacts): CollectionMismatch[] {
  if (!facts.hasCode) return ['noCode']
  const enumerable = discovery.kind === 'enumerable'
  const beyond =
    discovery.lastId !== undefined && facts.supply !== undefined && facts.supply > BigInt(discovery.lastId) + 1n
  const found: [boolean, CollectionMismatch][] = [
    [facts.isErc721 !== true, 'notErc721'],
    [enumerable && discovery.lastId === undefined && facts.isEnumerable !== true, 'notEnumerable'],
    [!enumerable && facts.isEnumerable === true, 'enumerableAfterAll'],
    [!isLike(name, facts.name), 'otherName'],
    [beyond, 'supplyBeyondScan'],
    [facts.token === undefined, 'noToken'],
    [facts.token !== undefined && !facts.token.uri?.trim(), 'noTokenUri'],
  ]
  return found.flatMap(([applies, mismatch]) => (applies ? [mismatch] : []))
}

function isLike(expected: string, found: string | undefined): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return found !== undefined && (plain(found).includes(plain(expected)) || plain(expected).includes(plain(found)))
}
