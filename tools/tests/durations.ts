import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../root.ts'
import type { EndedTest } from './TestPart.ts'

const file = join(root, '.tools/test-durations.json')

/** Each test file's last duration, in milliseconds. */
export async function readDurations(): Promise<Readonly<Record<string, number>>> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
}

/** Stores this run's durations and keeps those of other files. */
export async function keepDurations(tests: readonly EndedTest[]): Promise<void> {
  const sums = new Map<string, number>()
  for (const { file: path, ms } of tests) {
    const name = path.replace(/:\d+$/, '')
    sums.set(name, (sums.get(name) ?? 0) + Math.round(ms))
  }
  sums.delete('')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ ...(await readDurations()), ...Object.fromEntries(sums) }, null, 1))
}
