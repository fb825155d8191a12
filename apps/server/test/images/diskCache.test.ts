import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskCache, createQuarantine } from '../../src/images/cache/diskCache.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytes = (length: number, value = 1) => new Uint8Array(length).fill(value)

describe('given a cache of a thousand bytes', () => {
  it('keeps what it was given, also for the next start', async () => {
    const cache = await createDiskCache(folder, 1_000)
    await cache.put('a', bytes(10, 7))
    expect(await cache.get('a')).toEqual(Buffer.from(bytes(10, 7)))
    const next = await createDiskCache(folder, 1_000)
    expect(await next.get('a')).toEqual(Buffer.from(bytes(10, 7)))
    expect(await next.settled()).toBe(10)
    expect(await next.get('b')).toBeUndefined()
  })

  it('lets go of what was used longest ago, and never grows beyond its bound', async () => {
    let evicted = 0
    const cache = await createDiskCache(folder, 1_000, () => (evicted += 1))
    await cache.settled()
    for (const key of ['a', 'b', 'c', 'd', 'e']) await cache.put(key, bytes(200))
    expect(evicted).toBe(0)
    await cache.get('a')
    await cache.put('f', bytes(200))
    expect(evicted).toBe(1)
    expect(await cache.get('b')).toBeUndefined()
    for (const key of ['a', 'c', 'd', 'e', 'f']) expect(await cache.get(key)).toHaveLength(200)
    expect(await cache.settled()).toBe(1_000)
    expect(await readdir(folder)).toHaveLength(5)
  })

  it('lets go of what is too much at the start, the oldest first', async () => {
    const first = await createDiskCache(folder, 10_000)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await first.put(key, bytes(200))
    const names = await readdir(folder)
    for (const [age, name] of names.entries()) await utimes(join(folder, name), 1_000 + age, 1_000 + age)
    const next = await createDiskCache(folder, 1_000)
    expect(await next.settled()).toBe(1_000)
    expect((await readdir(folder)).toSorted()).toEqual(names.slice(2).toSorted())
  })

  it('takes nothing that would push most of the rest out', async () => {
    const cache = await createDiskCache(folder, 1_000)
    await cache.put('a', bytes(500))
    expect(await cache.get('a')).toBeUndefined()
  })

  it('removes what a crash left unfinished', async () => {
    await writeFile(join(folder, 'unfinished-1'), 'half')
    await utimes(join(folder, 'unfinished-1'), 1_000, 1_000)
    await (await createDiskCache(folder, 1_000)).settled()
    expect(await readdir(folder)).toEqual([])
  })

  it('takes a file that went away for a miss', async () => {
    const cache = await createDiskCache(folder, 1_000)
    await cache.put('a', bytes(10))
    await cache.settled()
    for (const name of await readdir(folder)) await rm(join(folder, name))
    expect(await cache.get('a')).toBeUndefined()
    await cache.put('a', bytes(20))
    expect(await cache.settled()).toBe(20)
  })
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

function open() {
  const files = new Map<string, Uint8Array>()
  const clock = { nowMs: 0 }
  const disk = {
    get: async (key: string) => files.get(key),
    put: async (key: string, bytes: Uint8Array) => void files.set(key, bytes),
  }
  return { files, clock, quarantine: createQuarantine(disk, () => clock.nowMs) }
}

describe('given an original that killed a worker', () => {
  it('is refused for ten minutes, then an hour, a day, and a week each time', async () => {
    const { clock, quarantine } = open()
    for (const termMs of [hourMs / 6, hourMs, dayMs, 7 * dayMs, 7 * dayMs]) {
      await expect(quarantine.check('killer')).resolves.toBeUndefined()
      await quarantine.add('killer')
      clock.nowMs += termMs - 1
      await expect(quarantine.check('killer')).rejects.toMatchObject({ problem: 'killedWorker' })
      clock.nowMs += 1
    }
  })

  it('counts once for all who waited for it, and for no other original', async () => {
    const { clock, quarantine } = open()
    await quarantine.add('killer')
    await quarantine.add('killer')
    clock.nowMs = hourMs / 6
    await expect(quarantine.check('killer')).resolves.toBeUndefined()
    await expect(quarantine.check('other')).resolves.toBeUndefined()
  })

  it('is tried again where its record cannot be read', async () => {
    const { files, quarantine } = open()
    await quarantine.add('killer')
    for (const key of files.keys()) files.set(key, Buffer.from('{"kills":'))
    await expect(quarantine.check('killer')).resolves.toBeUndefined()
  })
})
