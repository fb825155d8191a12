import { PictureError } from '../PictureError.ts'

/** Work that is under way, by key: whoever asks for the same thing meanwhile gets the same answer. */
export interface Flights<T> {
  join(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * @param atOnce pieces of work that run at the same time; the rest waits in line.
 * @param maxWaiting a longer line is refused with `busy`.
 */
export function createFlights<T>(atOnce: number, maxWaiting: number): Flights<T> {
  const flying = new Map<string, Promise<T>>()
  const line: (() => void)[] = []
  let running = 0

  async function run(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else {
      if (line.length >= maxWaiting) throw new PictureError('busy')
      await new Promise<void>((resolve) => line.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The place goes to the next in line at once, so that nobody who comes in between takes it too.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    join(key, work) {
      const known = flying.get(key)
      if (known) return known
      const flight = run(work).finally(() => flying.delete(key))
      flying.set(key, flight)
      return flight
    },
  }
}
