import { LRUCache } from 'lru-cache'

/** What the queue knows of a job. */
export interface Queued {
  /** Whose share of the workers it counts against. */
  readonly collection: string
  /** SVG is a program, so it may take as long as it is let. */
  readonly isDrawing: boolean
}

/** Jobs for a few workers, shared out so that the costly ones of one collection delay no other. */
export interface PictureQueue<J extends Queued> {
  /** @returns false where there is no room: a single collection may take up half of it. */
  push(job: J): boolean
  /** Takes out the next job that may start now, if any. Each is to be given back by {@link done}. */
  next(): J | undefined
  /** @param killed whether the worker had to be killed. */
  done(job: J, ended: { readonly tookMs: number; readonly killed: boolean }): void
  /** Takes out those that wait and match. */
  remove(matches: (job: J) => boolean): readonly J[]
}

/** How long a collection is limited to one worker after a picture of it killed one. */
const suspectMs = 10 * 60_000
/** Half-life of the worker time charged to a collection. */
const halfLifeMs = 60_000
const maxCollections = 1_000
const maxWaiting = 2_000

/**
 * A job queue that always leaves a worker for others. Neither one collection nor all costly jobs together (drawings,
 * and collections that recently killed a worker) may hold every worker. A suspect collection holds one at most. The
 * collection with the least worker time goes first.
 */
export function createPictureQueue<J extends Queued>(
  workers: number,
  nowMs: () => number = () => performance.now(),
): PictureQueue<J> {
  const waiting: J[] = []
  const running = new Set<J>()
  const suspectUntilMs = new LRUCache<string, number>({ max: maxCollections })
  const used = new LRUCache<string, { readonly ms: number; readonly atMs: number }>({ max: maxCollections })
  const most = Math.max(1, workers - 1)

  const isSuspect = (collection: string): boolean => (suspectUntilMs.get(collection) ?? 0) > nowMs()
  const isCostly = (job: J): boolean => job.isDrawing || isSuspect(job.collection)
  const count = (matches: (job: J) => boolean): number => [...running].filter(matches).length

  function usedMs(collection: string): number {
    const { ms, atMs } = used.get(collection) ?? { ms: 0, atMs: nowMs() }
    return ms * 2 ** ((atMs - nowMs()) / halfLifeMs)
  }

  function mayStart(job: J): boolean {
    const own = count(({ collection }) => collection === job.collection)
    if (own >= (isSuspect(job.collection) ? 1 : most)) return false
    return !isCostly(job) || count(isCostly) < most
  }

  return {
    push(job) {
      const own = waiting.filter(({ collection }) => collection === job.collection).length
      const hasRoom = waiting.length < maxWaiting && own < maxWaiting / 2
      if (hasRoom) waiting.push(job)
      return hasRoom
    },
    next() {
      if (running.size >= workers) return undefined
      const tried = new Map<string, boolean>()
      let best: J | undefined
      for (const job of waiting) {
        const group = `${job.collection} ${job.isDrawing}`
        if (!tried.has(group)) tried.set(group, mayStart(job))
        else continue
        if (tried.get(group) && (!best || usedMs(job.collection) < usedMs(best.collection))) best = job
      }
      if (best) {
        waiting.splice(waiting.indexOf(best), 1)
        running.add(best)
      }
      return best
    },
    done(job, { tookMs, killed }) {
      running.delete(job)
      used.set(job.collection, { ms: usedMs(job.collection) + tookMs, atMs: nowMs() })
      if (killed) suspectUntilMs.set(job.collection, nowMs() + suspectMs)
    },
    remove(matches) {
      const removed = waiting.filter(matches)
      for (const job of removed) waiting.splice(waiting.indexOf(job), 1)
      return removed
    },
  }
}
