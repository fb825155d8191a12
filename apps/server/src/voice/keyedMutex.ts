/** Lets one after another into the same room, so that no two take its last seat. */
export interface KeyedMutex {
  /** @throws {MutexFullError} where too many wait already, and whatever the work throws. */
  take<T>(roomId: string, work: () => Promise<T>): Promise<T>
}

/** Too many clients wait for the room; the next must retry. */
class MutexFullError extends Error {
  override readonly name = 'MutexFullError'
}

const maxWaiting = 200

/** A mutex per room within this process. `around` is what else each turn needs: a lock over all servers. */
export function createKeyedMutex(around: <T>(roomId: string, work: () => Promise<T>) => Promise<T>): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  let waiting = 0
  return {
    async take(roomId, work) {
      if (waiting >= maxWaiting) throw new MutexFullError(`more than ${maxWaiting} wait to be seated`)
      waiting += 1
      const before = last.get(roomId)
      const turn = (before ?? Promise.resolve()).then(() => around(roomId, work))
      const settled = turn.catch(() => undefined)
      last.set(roomId, settled)
      try {
        return await turn
      } finally {
        waiting -= 1
        if (last.get(roomId) === settled) last.delete(roomId)
      }
    },
  }
}
