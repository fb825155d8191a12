import { describe, expect, it } from 'vitest'
import { createSingleFlight } from '../../src/images/cache/singleFlight.ts'
import { firstAnswering } from '../../src/images/net/createAssetReader.ts'
import {
  decodeAnswer,
  encodeAnswer,
  messageOf,
  MessageReader,
  MessageTooLongError,
} from '../../src/images/workers/pictureJob.ts'
import { createPictureQueue } from '../../src/images/workers/pictureWorkers.ts'

interface Job {
  readonly collection: string
  readonly isDrawing: boolean
  readonly name: string
}

const raster = (collection: string, name = ''): Job => ({ collection, isDrawing: false, name })
const drawing = (collection: string, name = ''): Job => ({ collection, isDrawing: true, name })

function open(workers = 3) {
  const clock = { nowMs: 0 }
  const queue = createPictureQueue<Job>(workers, () => clock.nowMs)
  const startAll = (): readonly Job[] => {
    const started: Job[] = []
    for (let job = queue.next(); job; job = queue.next()) started.push(job)
    return started
  }
  const push = (...jobs: readonly Job[]): void => {
    for (const job of jobs) queue.push(job)
  }
  return { clock, queue, startAll, push }
}

const collectionsOf = (jobs: readonly Job[]): readonly string[] => jobs.map(({ collection }) => collection)

describe('given three workers', () => {
  it('leaves one of them to others than a single collection', () => {
    const { push, startAll } = open()
    push(raster('a'), raster('a'), raster('a'))
    expect(startAll()).toHaveLength(2)
    push(raster('b'))
    expect(collectionsOf(startAll())).toEqual(['b'])
  })

  it('leaves one of them to others than drawings', () => {
    const { push, startAll } = open()
    push(drawing('a'), drawing('b'), drawing('c'))
    expect(startAll()).toHaveLength(2)
    push(raster('a'))
    expect(startAll()).toEqual([raster('a')])
  })

  it('gives one at most to a collection that killed a worker, for ten minutes', () => {
    const { clock, queue, push, startAll } = open()
    push(raster('a'), raster('a'), raster('a'))
    const [first, second] = startAll()
    if (!first || !second) throw new Error('two were to start')
    queue.done(first, { tookMs: 5_000, killed: true })
    expect(startAll()).toEqual([])
    queue.done(second, { tookMs: 5_000, killed: true })
    expect(startAll()).toHaveLength(1)
    push(raster('a'))
    clock.nowMs = 11 * 60_000
    expect(startAll()).toHaveLength(1)
  })

  it('leaves one to others than all the collections that killed a worker together', () => {
    const { queue, push, startAll } = open()
    for (const collection of ['a', 'b', 'c']) {
      push(raster(collection))
      for (const job of startAll()) queue.done(job, { tookMs: 5_000, killed: true })
    }
    push(raster('a'), raster('b'), raster('c'), raster('d'))
    expect(collectionsOf(startAll())).toEqual(['d', 'a', 'b'])
  })
})

describe('given a line that is full', () => {
  it('is full for a single collection at half of it, for all at two thousand', () => {
    const { queue } = open()
    const pushed = (collection: string): number =>
      Array.from({ length: 2_000 }, () => queue.push(raster(collection))).filter(Boolean).length
    expect([pushed('a'), pushed('b'), pushed('c')]).toEqual([1_000, 1_000, 0])
  })
})

describe('given collections that use the workers unequally', () => {
  it('starts the one first that has used least, and keeps the order of one collection', () => {
    const { queue, push, startAll } = open(1)
    push(raster('a'))
    const [before] = startAll()
    if (!before) throw new Error('one was to start')
    push(raster('a', 'first'), raster('a', 'second'), raster('b', 'third'))
    queue.done(before, { tookMs: 100, killed: false })
    const order: string[] = []
    for (let job = queue.next(); job; job = queue.next()) {
      order.push(job.name)
      queue.done(job, { tookMs: 1, killed: false })
    }
    expect(order).toEqual(['third', 'first', 'second'])
  })

  it('forgets by and by what was used', () => {
    const { clock, queue, push, startAll } = open(1)
    for (const [collection, tookMs] of [
      ['a', 1_000],
      ['b', 100],
    ] as const) {
      push(raster(collection))
      for (const job of startAll()) queue.done(job, { tookMs, killed: false })
      clock.nowMs += 10 * 60_000
    }
    push(raster('b'), raster('a'))
    expect(collectionsOf(startAll())).toEqual(['a'])
  })
})

describe('given messages of a picture worker', () => {
  it('are put together again, in whatever pieces they come', () => {
    const sent = ['', 'a', 'a longer one'].map((text) => Buffer.from(text))
    const all = Buffer.concat(sent.map(messageOf))
    for (const size of [1, 3, 7, all.length]) {
      const reader = new MessageReader(100)
      const got: Buffer[] = []
      for (let at = 0; at < all.length; at += size) got.push(...reader.read(all.subarray(at, at + size)))
      expect(got).toEqual(sent)
    }
  })

  it('are refused as soon as a length over the bound is announced', () => {
    const reader = new MessageReader(100)
    expect(reader.read(messageOf(Buffer.alloc(100)))).toHaveLength(1)
    expect(() => reader.read(Buffer.from([0, 0, 0, 101]))).toThrow(MessageTooLongError)
  })
})

describe('given answers of a picture worker', () => {
  it.each([
    { id: 1, bytes: Buffer.from('a picture\nof two lines') },
    { id: 2, problem: 'notRendered', detail: 'it "broke" \n off' } as const,
  ])('come out as they went in', (answer) => {
    expect(decodeAnswer(Buffer.from(encodeAnswer(answer)))).toEqual(answer)
  })

  it.each([
    ['no head', ''],
    ['no end of its head', '{"id":1}'],
    ['a head without end', `${' '.repeat(10_000)}\n`],
    ['another head', '{"bytes":"x"}\n'],
    ['an unknown problem', '{"id":1,"problem":"__proto__","detail":""}\n'],
    ['too long a reason', `{"id":1,"problem":"tooLarge","detail":"${'x'.repeat(400)}"}\n`],
  ])('are none with %s', (_, text) => {
    expect(decodeAnswer(Buffer.from(text))).toBeNull()
  })
})

describe('given work for more than may run at once', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])(
    'never exceeds the limit, even if a task arrives just as a place is free: %i',
    async (turns) => {
      const flights = createSingleFlight<void>(1, 10)
      const held = Promise.withResolvers<void>()
      let [running, most] = [0, 0]
      const work = async (until: Promise<void>): Promise<void> => {
        running += 1
        most = Math.max(most, running)
        await until
        await Promise.resolve()
        running -= 1
      }
      const all = [
        flights.join('first', () => work(held.promise)),
        flights.join('second', () => work(Promise.resolve())),
      ]
      const comes = async (): Promise<void> => {
        await held.promise
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
        await flights.join('third', () => work(Promise.resolve()))
      }
      all.push(comes())
      held.resolve()
      await Promise.all(all)
      expect(most).toBe(1)
    },
  )

  it('refuses those for whom there is no room to wait', async () => {
    const flights = createSingleFlight<void>(1, 1)
    const held = Promise.withResolvers<void>()
    const all = ['first', 'second', 'third'].map((key) => flights.join(key, () => held.promise))
    await expect(all[2]).rejects.toMatchObject({ problem: 'busy' })
    held.resolve()
    await Promise.all(all.slice(0, 2))
  })
})

describe('given a group that takes all it can get', () => {
  it('leaves a quarter of the places, and of the line, to others', async () => {
    const flights = createSingleFlight<string>(4, 8)
    const held = Promise.withResolvers<string>()
    const greedy = Array.from({ length: 12 }, (_, index) =>
      flights.join(`greedy ${index}`, () => held.promise, 'greedy'),
    )
    const outcomes = Promise.allSettled(greedy)
    expect(await flights.join('modest', async () => 'came', 'modest')).toBe('came')
    held.resolve('came too')
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(12 - 3 - 6)
  })
})

describe('given several sources, the first answer wins', () => {
  const silent = () => new Promise<string>(() => undefined)

  it('asks the next one when one fails, or is silent', async () => {
    const ask = (source: string) => {
      if (source === 'silent') return silent()
      return source === 'good' ? Promise.resolve('answer') : Promise.reject(new Error(source))
    }
    expect(await firstAnswering(['bad', 'silent', 'good'], ask, 1)).toBe('answer')
    await expect(firstAnswering(['bad', 'worse'], ask, 1)).rejects.toThrow('worse')
  })

  it('fails without any source', async () => {
    await expect(firstAnswering([], silent, 1)).rejects.toMatchObject({ problem: 'unreachable' })
  })
})
