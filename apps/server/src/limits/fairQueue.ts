export interface QueueLimits {
  readonly atOnce: number
  readonly atOncePerKey: number
  readonly waitingPerKey: number
  readonly waiting: number
  /** How long work may wait for its turn. */
  readonly patienceMs: number
}

/** The work was not begun: too much waits already, or it waited too long. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

interface Job {
  begin(): void
}

/** Runs a few tasks at once, round robin between keys: a key with many tasks delays only itself. */
export class FairQueue {
  readonly #limits: QueueLimits
  /** Waiting work by key. The first key is the next whose turn it is. */
  readonly #lines = new Map<string, Job[]>()
  readonly #running = new Map<string, number>()
  #atOnce = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** @throws {QueueFullError} and whatever the work throws. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayBegin(key)) this.#count(key, 1)
    else await this.#turn(key)
    try {
      return await work()
    } finally {
      this.#count(key, -1)
      this.#next()
    }
  }

  #mayBegin(key: string): boolean {
    const { atOnce, atOncePerKey } = this.#limits
    return this.#atOnce < atOnce && (this.#running.get(key) ?? 0) < atOncePerKey
  }

  #count(key: string, by: 1 | -1): void {
    this.#atOnce += by
    const running = (this.#running.get(key) ?? 0) + by
    if (running > 0) this.#running.set(key, running)
    else this.#running.delete(key)
  }

  /** Resolves when the work may begin; its place is counted by then. */
  async #turn(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? []
    if (this.#waiting >= this.#limits.waiting || line.length >= this.#limits.waitingPerKey) {
      throw new QueueFullError('too much is waiting')
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const job: Job = { begin: resolve }
    line.push(job)
    this.#lines.set(key, line)
    this.#waiting += 1
    const timer = setTimeout(() => {
      this.#remove(key, job)
      reject(new QueueFullError('waited too long'))
    }, this.#limits.patienceMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  #remove(key: string, job: Job): void {
    const line = this.#lines.get(key)
    const at = line?.indexOf(job) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    this.#waiting -= 1
    if (line.length === 0) this.#lines.delete(key)
  }

  #next(): void {
    for (const [key, line] of this.#lines) {
      const [job] = line
      if (!job || !this.#mayBegin(key)) continue
      this.#remove(key, job)
      // The key goes to the end of the rotation.
      if (line.length > 0) {
        this.#lines.delete(key)
        this.#lines.set(key, line)
      }
      this.#count(key, 1)
      job.begin()
      return
    }
  }
}
