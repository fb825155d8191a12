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
    if (running >= atOnce) {
      if (line.length >= maxWaiting) throw new PictureError('busy')
      await new Promise<void>((resolve) => line.push(resolve))
    }
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      line.shift()?.()
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
