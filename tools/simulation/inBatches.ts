import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { SimOutcome } from '@parley/testkit/simulation'

/** Seeds per process: killed servers leak memory in theirs. */
const seedsEach = 25

/** Runs seeds sequentially in separate processes, and reports each result. */
export async function inBatches(
  from: number,
  count: number,
  onOutcome: (outcome: Omit<SimOutcome, 'trace'>) => void,
): Promise<void> {
  for (let at = from; at < from + count; at += seedsEach) {
    await batch(at, Math.min(at + seedsEach, from + count) - 1, onOutcome)
  }
}

function batch(first: number, last: number, onOutcome: (outcome: Omit<SimOutcome, 'trace'>) => void): Promise<void> {
  const child = fork(join(import.meta.dirname, 'runSeeds.ts'), [String(first), String(last)], { stdio: 'inherit' })
  const orphaned = (): void => void child.kill('SIGKILL')
  process.once('exit', orphaned)
  child.on('message', (outcome: Omit<SimOutcome, 'trace'>) => onOutcome(outcome))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      process.removeListener('exit', orphaned)
      if (code === 0) resolve()
      else reject(new Error(`The seeds from ${first} to ${last} could not be run to the end.`))
    })
  })
}
