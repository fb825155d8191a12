import { PictureError } from '../PictureError.ts'

/** Single flight: work that is under way, by key. All who ask for a key get the same answer. */
interface SingleFlight<T> {
  /** @param group whose share of the places it counts against. */
  join(key: string, work: () => Promise<T>, group?: string): Promise<T>
}

interface Waiting {
  readonly group: string
  start(): void
}

/** What a single group may have of the places, and of the line. */
const groupShare = 0.75

/**
 * @param atOnce pieces of work that run at the same time; the rest waits in line.
 * @param maxWaiting a longer line is refused with `busy`.
 */
export function createSingleFlight<T>(atOnce: number, maxWaiting: number): SingleFlight<T> {
  const flying = new Map<string, Promise<T>>()
  const line: Waiting[] = []
  const running = new Map<string, number>()
  const mostOfGroup = Math.max(1, Math.floor(atOnce * groupShare))
  const mostWaitingOfGroup = Math.max(1, Math.floor(maxWaiting * groupShare))
  let places = atOnce

  const runningOf = (group: string): number => running.get(group) ?? 0
  const mayStart = (group: string): boolean => places > 0 && runningOf(group) < mostOfGroup

  function take(group: string): void {
    places -= 1
    running.set(group, runningOf(group) + 1)
  }

  /** The place goes to the next in line at once, so that no newcomer takes it as well. */
  function giveBack(group: string): void {
    places += 1
    if (runningOf(group) > 1) running.set(group, runningOf(group) - 1)
    else running.delete(group)
    const index = line.findIndex((waiting) => mayStart(waiting.group))
    const [next] = index < 0 ? [] : line.splice(index, 1)
    if (!next) return
    take(next.group)
    next.start()
  }

  async function run(work: () => Promise<T>, group: string): Promise<T> {
    if (mayStart(group)) take(group)
    else {
      const own = line.filter((waiting) => waiting.group === group).length
      if (line.length >= maxWaiting || own >= mostWaitingOfGroup) throw new PictureError('busy')
      await new Promise<void>((resolve) => line.push({ group, start: resolve }))
    }
    try {
      return await work()
    } finally {
      giveBack(group)
    }
  }

  return {
    join(key, work, group = key) {
      const known = flying.get(key)
      if (known) return known
      const flight = run(work, group).finally(() => flying.delete(key))
      flying.set(key, flight)
      return flight
    },
  }
}
