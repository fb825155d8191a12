import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

const hash = z.templateLiteral(['0x', z.string()])
const wei = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt)

/** Where a watch got to. */
const watchStateSchema = z.strictObject({
  /** The block that the first watch began at. */
  since: z.int().nonnegative(),
  checkpoint: z.strictObject({ number: z.int().nonnegative(), hash }),
  ledgers: z.record(z.string(), z.strictObject({ feeWei: wei, feesWei: wei, reservedWei: wei })),
  /** Keys of the newest alarms about events, the newest last. */
  told: z.array(z.string()).max(1_000),
})

export type WatchState = z.output<typeof watchStateSchema>

/** Keeps a watch's place, so that nothing is missed while it's down. */
export interface WatchStore {
  /** Null if there is none. @throws {WatchStateError} */
  load(): Promise<WatchState | null>
  save(state: WatchState): Promise<void>
}

export class WatchStateError extends Error {
  override readonly name = 'WatchStateError'
  constructor(file: string) {
    super(`${file} isn't what a watch wrote. Delete it: the next one begins at the newest block.`)
  }
}

export function watchFile(file: string): WatchStore {
  return {
    async load() {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      })
      return text === null ? null : parse(file, text)
    },
    async save(state) {
      await mkdir(dirname(file), { recursive: true })
      const unfinished = `${file}.${process.pid}.new`
      await writeFile(
        unfinished,
        JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      )
      await rename(unfinished, file)
    },
  }
}

function parse(file: string, text: string): WatchState {
  try {
    return watchStateSchema.parse(JSON.parse(text))
  } catch {
    throw new WatchStateError(file)
  }
}
