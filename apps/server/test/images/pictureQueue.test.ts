import { describe, expect, it } from 'vitest'
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
