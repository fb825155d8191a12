import { z } from 'zod'
import { PictureError } from '../PictureError.ts'
import type { DiskCache } from './createDiskCache.ts'

/** Originals that killed a worker, remembered on disk: a restart does not try them again at once. */
export interface Quarantine {
  /** @param digest of the original's bytes. @throws {PictureError} `killedWorker` while it may not be drawn. */
  check(digest: string): Promise<void>
  /** Notes that this original killed a worker. */
  add(digest: string): Promise<void>
}

/** An honest picture can run into a limit once, on a machine whose processors are slow; so the first term is short. */
const termsMs = [10 * 60_000, 3_600_000, 86_400_000, 7 * 86_400_000] as const

const recordSchema = z.object({ kills: z.number().int().positive(), untilMs: z.number() })

export function createQuarantine(disk: Pick<DiskCache, 'get' | 'put'>, nowMs: () => number = Date.now): Quarantine {
  async function read(digest: string): Promise<z.output<typeof recordSchema>> {
    const bytes = await disk.get(keyOf(digest))
    try {
      return recordSchema.parse(JSON.parse(Buffer.from(bytes ?? '').toString()))
    } catch {
      return { kills: 0, untilMs: 0 }
    }
  }

  return {
    async check(digest) {
      const { kills, untilMs } = await read(digest)
      if (untilMs > nowMs()) throw new PictureError('killedWorker', `in quarantine, times killed: ${kills}`)
    },
    async add(digest) {
      const before = await read(digest)
      if (before.untilMs > nowMs()) return
      const kills = before.kills + 1
      const termMs = termsMs[Math.min(kills, termsMs.length) - 1] ?? termsMs[0]
      await disk.put(keyOf(digest), Buffer.from(JSON.stringify({ kills, untilMs: nowMs() + termMs })))
    },
  }
}

function keyOf(digest: string): string {
  return `quarantine/${digest}`
}
