import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { FairQueue, QueueFullError } from '../../src/limits/fairQueue.ts'
import { networkOf, networkOfAddress, Occupancy, siteOfNetwork } from '../../src/limits/occupancy.ts'
import { TokenBucket, TokenBuckets } from '../../src/limits/tokenBuckets.ts'

describe('given a token bucket of three that refills by one a second', () => {
  it('empties, refills with time, and never holds more than its capacity', () => {
    let nowMs = 0
    const buckets = new TokenBuckets({ capacity: 3, perSecond: 1 }, { nowMs: () => nowMs })
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([true, true, true, false])
    expect(buckets.take('b')).toBe(true)
    nowMs = 1_500
    expect([1, 2].map(() => buckets.take('a'))).toEqual([true, false])
    nowMs = 60_000
    expect(buckets.take('a', 3)).toBe(true)
    expect(buckets.take('a')).toBe(false)
  })

  it('gives nothing for as long as it is blocked', () => {
    let nowMs = 0
    const bucket = new TokenBucket({ capacity: 3, perSecond: 1 }, () => nowMs)
    bucket.block(10)
    bucket.block(5)
    nowMs = 10_900
    expect(bucket.take()).toBe(false)
    nowMs = 11_000
    expect(bucket.take()).toBe(true)
  })

  it('pays a debt off before it gives again', () => {
    let nowMs = 0
    const bucket = new TokenBucket({ capacity: 3, perSecond: 1 }, () => nowMs)
    bucket.charge(5)
    expect(bucket.left).toBe(-2)
    nowMs = 3_000
    expect([1, 2].map(() => bucket.take())).toEqual([true, false])
  })

  it('forgets the least recently used key, so strangers cannot fill the memory', () => {
    const buckets = new TokenBuckets({ capacity: 1, perSecond: 1 }, { nowMs: () => 0, maxKeys: 100 })
    for (let key = 0; key < 150; key += 1) buckets.take(String(key))
    expect(buckets.size).toBe(100)
    expect(buckets.take('149')).toBe(false)
    expect(buckets.take('0')).toBe(true)
  })
})

describe('given a hundred places, four for each network', () => {
  const hundred = () => new Occupancy({ total: 100, perNetwork: 4 })

  it('gives a network four, and another when one is given back, once', () => {
    const occupancy = hundred()
    const leaves = Array.from({ length: 5 }, () => occupancy.enter('192.0.2.1'))
    expect(leaves.map((leave) => leave !== null)).toEqual([true, true, true, true, false])
    leaves[0]?.()
    leaves[0]?.()
    expect(occupancy.total).toBe(3)
    expect(occupancy.enter('192.0.2.1')).not.toBeNull()
    expect(occupancy.enter('192.0.2.1')).toBeNull()
  })

  it('gives all networks of one IPv6 /48 a tenth together', () => {
    const occupancy = hundred()
    const taken = Array.from({ length: 50 }, (_, at) => occupancy.enter(`2001:db8:1:${at.toString(16)}`))
    expect(taken.filter((leave) => leave !== null)).toHaveLength(10)
    expect(occupancy.enter('2001:db8:2:0')).not.toBeNull()
    for (const leave of taken) leave?.()
    expect(occupancy.enter('2001:db8:1:0')).not.toBeNull()
  })

  it('gives no more than there are', () => {
    const occupancy = hundred()
    const taken = Array.from({ length: 200 }, (_, at) => occupancy.enter(`192.0.2.${at}`))
    expect(taken.filter((leave) => leave !== null)).toHaveLength(100)
    expect(occupancy.isFull).toBe(true)
  })
})

describe('given a queue that runs four at once, two of each key', () => {
  const limits = { atOnce: 4, atOncePerKey: 2, waitingPerKey: 5, waiting: 8, patienceMs: 60_000 }

  /** Work that ends on request and records its order. */
  function work(queue: FairQueue) {
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const run = (key: string, name: string) =>
      queue.run(key, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      })
    const end = async (name: string) => {
      ends.get(name)?.()
      await new Promise(setImmediate)
    }
    return { begun, run, end }
  }

  it('takes turns between keys, however much one of them asks for', async () => {
    const { begun, run, end } = work(new FairQueue(limits))
    const all = [1, 2, 3, 4, 5].map((at) => run('liar', `lie ${at}`))
    all.push(run('ana', 'ana 1'), run('ben', 'ben 1'), run('cem', 'cem 1'), run('cem', 'cem 2'))
    expect(begun).toEqual(['lie 1', 'lie 2', 'ana 1', 'ben 1'])
    await end('ben 1')
    await end('lie 1')
    await end('ana 1')
    expect(begun.slice(4)).toEqual(['cem 1', 'lie 3', 'cem 2'])
    for (const name of ['lie 2', 'lie 3', 'lie 4', 'lie 5', 'cem 1', 'cem 2']) await end(name)
    expect(await Promise.all(all)).toHaveLength(9)
  })

  it('refuses what waits beyond a key’s share, and beyond its whole length', async () => {
    const { run, end } = work(new FairQueue(limits))
    const all = Array.from({ length: 7 }, (_, at) => run('liar', `lie ${at}`))
    await expect(run('liar', 'one more')).rejects.toThrow(QueueFullError)
    all.push(...Array.from({ length: 5 }, (_, at) => run('ana', `ana ${at}`)))
    await expect(run('ben', 'ben')).rejects.toThrow(QueueFullError)
    // What still waits when the file ends would be rejected in another file's time.
    for (let at = 0; at < 7; at += 1) for (const name of [`lie ${at}`, `ana ${at}`]) await end(name)
    expect(await Promise.all(all)).toHaveLength(12)
  })

  it('gives work up that has waited too long, and a failure its place back', async () => {
    const queue = new FairQueue({ ...limits, atOnce: 1, patienceMs: 1 })
    const { run, end } = work(queue)
    const first = run('ana', 'first')
    await expect(run('ben', 'second')).rejects.toThrow('waited too long')
    await end('first')
    await first
    await expect(queue.run('ben', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.run('ben', async () => 'works')).toBe('works')
  })
})

function request(headers: Record<string, string>, remoteAddress = '192.0.2.1'): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

describe('given a request behind proxies', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2' }
  it.each([
    [0, '192.0.2.1'],
    [1, '10.0.0.2'],
    [2, '198.51.100.7'],
    [9, '203.0.113.9'],
  ])('believes %i of them', (trusted, network) => {
    expect(networkOf(request(forwarded), trusted)).toBe(network)
  })
})

describe('given an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::1', '2001:db8:1:2'],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', 'unknown'],
    ['somebody', 'unknown'],
    ['x'.repeat(16_000), 'unknown'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOfAddress(address)).toBe(network)
  })

  it('knows the /48 around an IPv6 network, and none around IPv4', () => {
    expect(siteOfNetwork('2001:db8:1:2')).toBe('2001:db8:1')
    expect(siteOfNetwork('192.0.2.7')).toBeNull()
    expect(siteOfNetwork('unknown')).toBeNull()
  })
})
