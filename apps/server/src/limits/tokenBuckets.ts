import { LRUCache } from 'lru-cache'

export interface BucketRate {
  readonly capacity: number
  readonly perSecond: number
}

/** Milliseconds that only ever grow. */
export type Clock = () => number

const monotonicMs: Clock = () => performance.now()

/** What a client may still do; refills with time up to its capacity. */
export class TokenBucket {
  readonly #rate: BucketRate
  readonly #nowMs: Clock
  #left: number
  #atMs: number

  constructor(rate: BucketRate, nowMs: Clock = monotonicMs) {
    this.#rate = rate
    this.#nowMs = nowMs
    this.#left = rate.capacity
    this.#atMs = nowMs()
  }

  get left(): number {
    const now = this.#nowMs()
    const { capacity, perSecond } = this.#rate
    this.#left = Math.min(capacity, this.#left + ((now - this.#atMs) / 1000) * perSecond)
    this.#atMs = now
    return this.#left
  }

  /** Takes all of `cost` or nothing. @returns whether there was enough. */
  take(cost = 1): boolean {
    if (this.left < cost) return false
    this.#left -= cost
    return true
  }

  /** Takes a cost that is known only afterwards; the bucket may go into debt. */
  charge(cost: number): void {
    this.#left = this.left - cost
  }

  /** Empties the bucket for this time, in answer to abuse. */
  block(seconds: number): void {
    this.#left = Math.min(this.left, -seconds * this.#rate.perSecond)
  }
}

/** Buckets by key. The least recently used goes when there are too many; it would have refilled anyway. */
export class TokenBuckets {
  readonly #buckets: LRUCache<string, TokenBucket>
  readonly #rate: BucketRate
  readonly #nowMs: Clock

  constructor(rate: BucketRate, { nowMs = monotonicMs, maxKeys = 20_000 }: { nowMs?: Clock; maxKeys?: number } = {}) {
    this.#buckets = new LRUCache({ max: maxKeys })
    this.#rate = rate
    this.#nowMs = nowMs
  }

  of(key: string): TokenBucket {
    const known = this.#buckets.get(key)
    if (known) return known
    const bucket = new TokenBucket(this.#rate, this.#nowMs)
    this.#buckets.set(key, bucket)
    return bucket
  }

  take(key: string, cost = 1): boolean {
    return this.of(key).take(cost)
  }

  get size(): number {
    return this.#buckets.size
  }
}
