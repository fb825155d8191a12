import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PictureError } from '../PictureError.ts'

/** Bytes by key, kept in a folder that never grows beyond a bound. */
export interface DiskCache {
  get(key: string): Promise<Uint8Array | undefined>
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Resolves when what was there at the start is counted. @returns what the files take then. */
  settled(): Promise<number>
}

interface Entry {
  readonly bytes: number
  usedAtMs: number
}

/** A file's time is brought up to date at most this often: it matters only after a restart. */
const touchEveryMs = 60_000

/**
 * Opens the LRU disk cache in `folder`. Files are written under a temporary name and renamed, so a crash never leaves
 * half a file. A file that can't be read or written counts as a miss.
 */
export async function createDiskCache(
  folder: string,
  maxBytes: number,
  /** Told of each file that has to go for newer ones. */
  evicted: () => void = () => undefined,
): Promise<DiskCache> {
  await mkdir(folder, { recursive: true })
  // A Map keeps its order: the first entry is the one used longest ago.
  const entries = new Map<string, Entry>()
  let total = 0
  let listed = false
  // Listing hundreds of thousands of files takes seconds. Until it ends, files are tried by name.
  const listing = list().catch(() => undefined)

  async function list(): Promise<void> {
    const found = await readEntries(folder)
    const sinceStart = [...entries]
    entries.clear()
    for (const [name, entry] of [...found, ...sinceStart]) {
      entries.delete(name)
      entries.set(name, entry)
    }
    total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0)
    listed = true
    await evict()
  }

  function forget(name: string): void {
    total -= entries.get(name)?.bytes ?? 0
    entries.delete(name)
  }

  async function evict(): Promise<void> {
    if (!listed) return
    for (const name of entries.keys()) {
      if (total <= maxBytes) return
      forget(name)
      evicted()
      await rm(join(folder, name), { force: true })
    }
  }

  return {
    settled: () => listing.then(() => total),
    async get(key) {
      const name = fileName(key)
      const entry = entries.get(name)
      if (!entry && listed) return undefined
      if (entry) {
        entries.delete(name)
        entries.set(name, entry)
      }
      const path = join(folder, name)
      try {
        const bytes = await readFile(path)
        if (entry && Date.now() - entry.usedAtMs > touchEveryMs) {
          entry.usedAtMs = Date.now()
          await utimes(path, new Date(), new Date())
        }
        return bytes
      } catch {
        // The file may have been replaced since.
        if (entries.get(name) === entry) forget(name)
        return undefined
      }
    },
    async put(key, bytes) {
      if (bytes.length > maxBytes / 4) return
      const name = fileName(key)
      const unfinished = join(folder, `${unfinishedPrefix}${randomUUID()}`)
      try {
        await writeFile(unfinished, bytes)
        await rename(unfinished, join(folder, name))
      } catch {
        // A full disk costs the cache, not the picture.
        await rm(unfinished, { force: true })
        return
      }
      forget(name)
      entries.set(name, { bytes: bytes.length, usedAtMs: Date.now() })
      total += bytes.length
      await evict()
    },
  }
}

const unfinishedPrefix = 'unfinished-'

function fileName(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

async function readEntries(folder: string): Promise<Map<string, Entry>> {
  const found: [string, Entry][] = []
  const startedAtMs = Date.now()
  for (const name of await readdir(folder)) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!file) continue
    // Left over from an earlier process.
    if (name.startsWith(unfinishedPrefix) && file.mtimeMs < startedAtMs) await rm(join(folder, name), { force: true })
    if (/^[0-9a-f]{64}$/.test(name)) found.push([name, { bytes: file.size, usedAtMs: file.mtimeMs }])
  }
  return new Map(found.toSorted(([, one], [, other]) => one.usedAtMs - other.usedAtMs))
}

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
