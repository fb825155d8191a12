import { product } from '@parley/domain'
import { VoiceProblem } from './VoiceProblem.ts'

const lockName = `${product.slug}-voice`

/** The right to talk, of which this browser has one over all its tabs. */
export interface TabLock {
  release(): void
}

/**
 * Takes the right to talk. Where another tab has it, nothing comes of it unless `how` is 'take-over': then that tab is told by
 * its `onLost`.
 *
 * @throws {VoiceProblem} where another tab has it.
 */
export async function takeTabLock(how: 'if-free' | 'take-over', onLost: () => void): Promise<TabLock> {
  // Old browsers have no locks: then two tabs may talk at once, and hear themselves.
  if (!('locks' in navigator)) return { release: () => undefined }
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: taken, resolve: answer } = Promise.withResolvers<boolean>()
  const options = how === 'if-free' ? { ifAvailable: true } : { steal: true }
  navigator.locks
    .request(lockName, options, async (lock) => {
      answer(lock !== null)
      if (lock !== null) await held
    })
    .catch(onLost)
  if (!(await taken)) throw new VoiceProblem('other-tab')
  return { release }
}
