import { createChainClient, inspectCollection, mismatchesOf } from '@parley/chain'
import type { Collection } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localChainId, multicall3Address } from '../../src/chain/localChain.ts'
import { startChain, type Chain } from '../../src/chain/startChain.ts'
import { deploySmall, oddCode, placeCode, type SmallCollection } from './smallCollections.ts'

let chain: Chain
let scanned: SmallCollection
let listed: SmallCollection
beforeAll(async () => {
  chain = await startChain()
  scanned = await deploySmall(chain, 'scan', { tokens: 20 })
  listed = await deploySmall(chain, 'enumerable', { tokens: 20 })
})
afterAll(() => chain.stop())

async function mismatches(collection: Collection): Promise<string[]> {
  const rpc = {
    chainId: localChainId,
    chainName: 'local',
    rpcUrls: [chain.url],
    multicall3: multicall3Address,
  } as const
  return mismatchesOf(collection, await inspectCollection(createChainClient(rpc), collection))
}

describe('given a registry row and the contract that it names', () => {
  it('finds nothing where they match', async () => {
    expect(await mismatches({ ...scanned.row, name: 'Scan' })).toEqual([])
    expect(await mismatches({ ...listed.row, name: 'Enumerable!' })).toEqual([])
  })

  it.each<[string, () => Collection, string[]]>([
    ['another name', () => ({ ...scanned.row, name: 'Something else' }), ['otherName']],
    [
      'a list where there is none',
      () => ({ ...scanned.row, discovery: { kind: 'enumerable' } }),
      ['notEnumerable', 'noToken'],
    ],
    [
      'a scan where there is a list',
      () => ({ ...listed.row, discovery: { kind: 'scan', lastId: 1_000 } }),
      ['enumerableAfterAll'],
    ],
    ['fewer ids than tokens', () => ({ ...scanned.row, discovery: { kind: 'scan', lastId: 5 } }), ['supplyBeyondScan']],
    ['a token that is not there', () => ({ ...scanned.row, probeTokenId: 1 }), ['noTokenUri']],
  ])('says so of %s', async (_, row, expected) => {
    expect(await mismatches(row())).toEqual(expected)
  })

  it('reports an address without a contract, or with one that is no collection', async () => {
    const discovery = { kind: 'scan', lastId: 10 } as const
    expect(await mismatches(await placeCode(chain, 0xbad100, oddCode.nothing, discovery))).toEqual(['noCode'])
    expect(await mismatches(await placeCode(chain, 0xbad101, oddCode.reverts, discovery))).toContain('notErc721')
  })
})
