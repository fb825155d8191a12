import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createLocalClient } from './createLocalClient.ts'

/** Saves a chain's state atomically: an interrupted save leaves the previous file. */
export interface StateKeeper {
  /** Schedules a save, soon enough to survive a kill and rarely enough to cost little. */
  changed(): void
  save(): Promise<void>
  /** Cancels the scheduled save. */
  stop(): void
}

export interface KeeperTimes {
  /** Transactions within this time share a save. */
  readonly settleMs?: number
  readonly leastPauseMs?: number
}

/** Saving takes longer as the chain grows; this bounds its share of one core. */
const pausePerDuration = 30
const dumpTimeoutMs = 120_000

/** `onFailure` is called if a scheduled save fails; the previous file stays. */
export function createStateKeeper(
  url: string,
  file: string,
  onFailure: (error: unknown) => void,
  { settleMs = 2_000, leastPauseMs = 10_000 }: KeeperTimes = {},
): StateKeeper {
  const client = createLocalClient(url, dumpTimeoutMs)
  let saving: Promise<void> = Promise.resolve()
  let planned: NodeJS.Timeout | undefined
  let notBeforeMs = 0

  async function write(): Promise<void> {
    const startedMs = performance.now()
    const dumped = await client.dumpState()
    const part = `${file}.part`
    const state = createGunzip()
    state.end(Buffer.from(dumped.slice(2), 'hex'))
    // Flushed to disk before it replaces the old file.
    await pipeline(state, withoutTraces, createWriteStream(part, { flush: true }))
    await rename(part, file)
    const endedMs = performance.now()
    notBeforeMs = endedMs + Math.max(leastPauseMs, (endedMs - startedMs) * pausePerDuration)
  }

  const stop = (): void => {
    clearTimeout(planned)
    planned = undefined
  }
  const save = (): Promise<void> => {
    stop()
    saving = saving.catch(() => undefined).then(write)
    return saving
  }
  return {
    changed: () => {
      const waitMs = Math.max(settleMs, notBeforeMs - performance.now())
      planned ??= setTimeout(() => void save().catch(onFailure), waitMs).unref()
    },
    save,
    stop,
  }
}

const marker = Buffer.from('"traces":[')
const [quote, backslash, opening, closing] = [0x22, 0x5c, 0x5b, 0x5d]

/**
 * Empties the call traces that anvil stores for each transaction: 60 % of a state, used only by debugging methods.
 * Takes a state as JSON without spaces, in chunks of any size.
 */
export async function* withoutTraces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let depth = 0
  let inText = false
  let isEscaped = false
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    rest = Buffer.alloc(0)
    let at = 0
    while (at < bytes.length) {
      if (depth === 0) {
        const found = bytes.indexOf(marker, at)
        if (found === -1) {
          // The marker may be split between this chunk and the next.
          const end = Math.max(at, bytes.length - marker.length + 1)
          if (end > at) yield bytes.subarray(at, end)
          rest = bytes.subarray(end)
          break
        }
        yield bytes.subarray(at, found + marker.length)
        at = found + marker.length
        depth = 1
      }
      while (at < bytes.length && depth > 0) {
        const byte = bytes[at]
        if (isEscaped) isEscaped = false
        else if (inText) {
          if (byte === backslash) isEscaped = true
          else if (byte === quote) inText = false
        } else if (byte === quote) inText = true
        else if (byte === opening) depth += 1
        else if (byte === closing) depth -= 1
        if (depth > 0) at += 1
      }
    }
  }
  yield rest
}
