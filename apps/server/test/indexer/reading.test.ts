import { RpcUnavailableError } from '@parley/chain'
import { BaseError, RpcRequestError } from 'viem'
import { describe, expect, it } from 'vitest'
import { forkCheck, isSameChain } from '../../src/indexer/reorg.ts'
import { coalesce } from '../../src/lib/async.ts'
import type { LogConsumer } from '../../src/indexer/logConsumer.ts'
import { nextRange, createRangeSize, smallerMayHelp } from '../../src/indexer/checkpoints.ts'
const consumer = (key: string, fromBlock: number): LogConsumer => ({
  key,
  fromBlock,
  addresses: [],
  topics: [],
  apply: async () => ({ events: [] }),
  clear: async () => undefined,
})
const at = (block: number) => ({ block, blockHash: '' })

describe('given consumers at different blocks', () => {
  const [young, old] = [consumer('young', 500), consumer('old', 100)]
  const limits = { head: 10_000, maxBlocks: 2_048 }

  it('reads for the consumers furthest behind first, up to the others’ position, and then for all', () => {
    expect(nextRange([young, old], new Map(), limits)).toEqual({ fromBlock: 100, toBlock: 499, consumers: [old] })
    const together = new Map([['old', at(499)]])
    expect(nextRange([young, old], together, limits)).toEqual({
      fromBlock: 500,
      toBlock: 2_547,
      consumers: [young, old],
    })
  })

  it('ends at the head, and has nothing to read beyond it', () => {
    const near = new Map([
      ['old', at(9_999)],
      ['young', at(9_999)],
    ])
    expect(nextRange([young, old], near, limits)).toMatchObject({ fromBlock: 10_000, toBlock: 10_000 })
    const there = new Map([
      ['old', at(10_000)],
      ['young', at(10_000)],
    ])
    expect(nextRange([young, old], there, limits)).toBeNull()
    expect(nextRange([], new Map(), limits)).toBeNull()
  })
})

describe('given the size of a range', () => {
  it('halves down to one block, and grows back to the most', () => {
    const size = createRangeSize(8)
    const sizes = [size.blocks()]
    while (size.halve()) sizes.push(size.blocks())
    expect(sizes).toEqual([8, 4, 2, 1])
    for (let count = 0; count < 5; count += 1) size.grow()
    expect(size.blocks()).toBe(8)
  })

  it('asks for less where that may help, and for nothing where it cannot', () => {
    const refused = new RpcRequestError({ body: {}, url: 'rpc', error: { code: -32000, message: 'too many blocks' } })
    expect(smallerMayHelp(new BaseError('wrapped', { cause: refused }))).toBe(true)
    const unavailable = (reason: 'timeout' | 'connect' | 'busy' | 'tooLarge') =>
      Object.assign(Object.create(RpcUnavailableError.prototype), { reason })
    expect(smallerMayHelp(unavailable('timeout'))).toBe(true)
    expect(smallerMayHelp(unavailable('tooLarge'))).toBe(true)
    expect(smallerMayHelp(unavailable('connect'))).toBe(false)
    expect(smallerMayHelp(unavailable('busy'))).toBe(false)
    expect(smallerMayHelp(new Error('a bug'))).toBe(false)
  })
})

describe('given a head and the last block that was read', () => {
  const header = (number: number, hash: `0x${string}`, parentHash: `0x${string}`) => ({
    number,
    hash,
    parentHash,
    timeS: 0,
  })
  const checkpoint = { block: 10, blockHash: '0xaa' }

  it('tells the same chain from another as far as it can', () => {
    expect(forkCheck(checkpoint, header(10, '0xaa', '0x99'))).toBe('same')
    expect(forkCheck(checkpoint, header(10, '0xbb', '0x99'))).toBe('forked')
    expect(forkCheck(checkpoint, header(11, '0xcc', '0xaa'))).toBe('same')
    expect(forkCheck(checkpoint, header(11, '0xcc', '0xbb'))).toBe('forked')
    expect(forkCheck(checkpoint, header(12, '0xdd', '0xcc'))).toBe('unknown')
    expect(forkCheck(checkpoint, header(9, '0x99', '0x88'))).toBe('behind')
    expect(forkCheck({ block: 10, blockHash: '' }, header(12, '0xdd', '0xcc'))).toBe('same')
  })
})

describe('given the chain that was indexed and the chain that is there', () => {
  const stored = { chainId: 43114, genesisHash: '0xaa', firstHash: '0xbb' }

  it('takes them for the same where id, genesis and first block are', () => {
    expect(isSameChain(stored, stored)).toBe(true)
    expect(isSameChain({ ...stored, firstHash: null }, stored)).toBe(true)
    expect(isSameChain(stored, { ...stored, chainId: 43113 })).toBe(false)
    expect(isSameChain(stored, { ...stored, genesisHash: '0xab' })).toBe(false)
    expect(isSameChain(stored, { ...stored, firstHash: '0xbc' })).toBe(false)
    expect(isSameChain(stored, { ...stored, firstHash: null })).toBe(false)
  })
})

describe('given calls at the same time', () => {
  it('runs once for the first caller, and once more for all that arrived during that run', async () => {
    let runs = 0
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const call = coalesce(async () => {
      runs += 1
      const run = runs
      await gates[run - 1]?.promise
      return run
    })
    const first = call()
    const others = [call(), call(), call()]
    gates[0]?.resolve()
    expect(await first).toBe(1)
    others.push(call())
    gates[1]?.resolve()
    expect(await Promise.all(others)).toEqual([2, 2, 2, 2])
    expect(runs).toBe(2)
  })

  it('reports a failure only to the callers of that run', async () => {
    let runs = 0
    const call = coalesce(async () => {
      runs += 1
      if (runs === 1) throw new RangeError('on purpose')
      return runs
    })
    const [first, second] = [call(), call()]
    await expect(first).rejects.toThrow(RangeError)
    expect(await second).toBe(2)
  })
})
