import { describe, expect, it } from 'vitest'
import { createQuarantine } from '../../src/images/cache/diskCache.ts'

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
