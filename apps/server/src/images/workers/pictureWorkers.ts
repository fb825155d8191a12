import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { defaultPictureWorkers } from '../../config/serverConfig.ts'
import { PictureError } from '../PictureError.ts'
import { workLimits, type WorkLimits } from '../imageLimits.ts'
import type { PictureJob, TileJob } from './pictureJob.ts'
import { createWorkerProcess, type JobOutcome, type WorkerProcess } from './workerProcess.ts'
import { workerSandbox } from './workerSandbox.ts'
import type { BrandedCard } from '../../previews/offerCard.ts'

/** An original to be scaled. */
export interface TileOrder extends Omit<TileJob, 'kind' | 'bytes'> {
  readonly collection: string
  /** Names the content, so that one that killed a worker is tried no further. */
  readonly digest: string
  readonly bytes: Uint8Array
  /** Reads the bytes again where too many are waiting to keep them all; undefined where they are gone. */
  readonly reread: () => Promise<Uint8Array | undefined>
}

/** The processes in which every byte of an NFT is decoded. */
export interface PictureWorkers {
  /** A WebP tile. @throws {PictureError} `tooLarge`, `notRendered`, `killedWorker`, `busy` */
  tile(order: TileOrder): Promise<Uint8Array>
  /** A PNG of an offer. @param pictures tiles of its items, null where there is none. @throws {PictureError} */
  card(card: BrandedCard, pictures: readonly (Uint8Array | null)[]): Promise<Uint8Array>
  /** Kills the workers. What waits is refused with `busy`. */
  close(): void
}

export interface WorkerOptions {
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly workers?: number
  readonly limits?: Partial<WorkLimits>
}

/** Originals kept in memory while they wait. */
const maxHeldBytes = 64 * 1024 * 1024

interface Waiting extends Queued {
  readonly digest: string | null
  readonly cpuMs: number
  readonly heldBytes: number
  /** Undefined where the original is gone. */
  readonly prepare: () => Promise<PictureJob | undefined>
  resolve(bytes: Uint8Array): void
  reject(error: PictureError): void
}

export function createPictureWorkers({
  log,
  workers = defaultPictureWorkers,
  limits = {},
}: WorkerOptions): PictureWorkers {
  const allLimits = { ...workLimits, ...limits }
  const { rasterCpuMs, drawingCpuMs, cardCpuMs } = allLimits
  const queue = createPictureQueue<Waiting>(workers)
  const idle: WorkerProcess[] = Array.from({ length: workers }, () => createWorkerProcess(allLimits))
  const busy = new Set<WorkerProcess>()
  log.info({ workers, hasNoNetwork: workerSandbox().hasNoNetwork }, 'picture workers')
  let heldBytes = 0
  let isClosed = false

  function dispatch(): void {
    for (let job = queue.next(); job; job = queue.next()) {
      // The one that worked last is warm. The others may end when idle.
      const worker = idle.pop()
      if (!worker) return
      busy.add(worker)
      const startedAtMs = performance.now()
      void run(worker, job).then((outcome) => {
        busy.delete(worker)
        if (outcome.kind === 'done') idle.push(worker)
        else idle.unshift(worker)
        queue.done(job, { tookMs: performance.now() - startedAtMs, killed: outcome.kind === 'killed' })
        settle(job, outcome)
        dispatch()
      })
    }
  }

  async function run(worker: WorkerProcess, { prepare, cpuMs, ...job }: Waiting): Promise<JobOutcome> {
    heldBytes -= job.heldBytes
    try {
      const work = await prepare()
      if (work) return await worker.run(work, cpuMs)
      return { kind: 'lost', detail: 'the original is no longer there' }
    } catch (error) {
      // A system without memory or descriptors to spare starts no process.
      return { kind: 'lost', detail: error instanceof Error ? error.message : 'failed' }
    }
  }

  function settle(job: Waiting, outcome: JobOutcome): void {
    switch (outcome.kind) {
      case 'done':
        return job.resolve(outcome.bytes)
      case 'refused':
        return job.reject(new PictureError(outcome.problem, outcome.detail))
      case 'killed': {
        const failure = new PictureError('killedWorker', outcome.detail)
        job.reject(failure)
        if (job.digest !== null) refuse((other) => other.digest === job.digest, failure)
        return
      }
      case 'lost':
        if (!isClosed) log.warn({ detail: outcome.detail }, 'a picture worker was lost')
        return job.reject(new PictureError('busy', outcome.detail))
    }
  }

  function refuse(matches: (job: Waiting) => boolean, failure: PictureError): void {
    for (const job of queue.remove(matches)) {
      heldBytes -= job.heldBytes
      job.reject(failure)
    }
  }

  function enqueue(job: Omit<Waiting, 'resolve' | 'reject'>): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (isClosed || !queue.push({ ...job, resolve, reject })) return reject(new PictureError('busy', 'workers'))
      heldBytes += job.heldBytes
      dispatch()
    })
  }

  return {
    tile({ collection, digest, type, size, bytes, reread }) {
      const isDrawing = type === 'image/svg+xml'
      const isHeld = heldBytes + bytes.length <= maxHeldBytes
      const read = isHeld ? async () => bytes : reread
      return enqueue({
        collection,
        digest,
        isDrawing,
        cpuMs: isDrawing ? drawingCpuMs : rasterCpuMs,
        heldBytes: isHeld ? bytes.length : 0,
        async prepare() {
          const original = await read()
          return original && { kind: 'tile', type, size, bytes: original }
        },
      })
    },
    card: (card, pictures) =>
      enqueue({
        collection: 'cards',
        digest: null,
        isDrawing: false,
        cpuMs: cardCpuMs,
        heldBytes: 0,
        prepare: async () => ({ kind: 'card', card, pictures }),
      }),
    close() {
      isClosed = true
      refuse(() => true, new PictureError('busy', 'closing'))
      for (const worker of [...idle, ...busy]) worker.stop()
    },
  }
}

/** What the queue knows of a job. */
interface Queued {
  /** Whose share of the workers it counts against. */
  readonly collection: string
  /** SVG is a program, so it may take as long as it is let. */
  readonly isDrawing: boolean
}

/** Jobs for a few workers, shared out so that the costly ones of one collection delay no other. */
interface PictureQueue<J extends Queued> {
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
