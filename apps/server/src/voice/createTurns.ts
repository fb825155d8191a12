/** Lets one after another into the same room, so that no two take its last seat. */
export interface Turns {
  /** @throws {TurnsOverError} where too many wait already, and whatever the work throws. */
  take<T>(roomId: string, work: () => Promise<T>): Promise<T>
}

/** Too many clients wait for the room; the next must retry. */
export class TurnsOverError extends Error {
  override readonly name = 'TurnsOverError'
}

const maxWaiting = 200

/** Turns within this process. `around` is what else each turn needs: a lock over all servers. */
export function createTurns(around: <T>(roomId: string, work: () => Promise<T>) => Promise<T>): Turns {
  const last = new Map<string, Promise<unknown>>()
  let waiting = 0
  return {
    async take(roomId, work) {
      if (waiting >= maxWaiting) throw new TurnsOverError(`more than ${maxWaiting} wait to be seated`)
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
