import { product } from '@parley/domain'
import { VoiceProblem } from './VoiceProblem.ts'

const lockName = `${product.slug}-voice`

/** The right to talk, held by one tab of this browser at a time. */
export interface TabLock {
  release(): void
}

/**
 * Takes the right to talk. `take-over` takes it from another tab, which is notified by its `onLost`.
 *
 * @throws {VoiceProblem} if another tab has it and `how` is 'if-free'.
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
