/** What somebody may still do: it fills by itself up to `most`, `perSecond` at a time. */
export interface Allowance {
  /** Takes `cost`, one where nothing is said. @returns false where there is not so much left; nothing is taken then. */
  take(key: string, cost?: number): boolean
  /** Takes all that is left, as an answer to abuse. */
  drain(key: string): void
  readonly size: number
}

interface Bucket {
  left: number
  atMs: number
}

/** Keys beyond this many push out the one that was silent longest: its allowance is then full again, which it was nearly. */
const maxKeys = 50_000

/** Allowances by key. `nowMs` only ever grows. */
export function createAllowance(
  { most, perSecond }: { readonly most: number; readonly perSecond: number },
  nowMs: () => number = () => performance.now(),
): Allowance {
  const buckets = new Map<string, Bucket>()

  function bucketOf(key: string): Bucket {
    const now = nowMs()
    const known = buckets.get(key)
    const left = known ? Math.min(most, known.left + ((now - known.atMs) / 1000) * perSecond) : most
    const bucket = { left, atMs: now }
    buckets.delete(key)
    buckets.set(key, bucket)
    const [oldest] = buckets.size > maxKeys ? buckets.keys() : []
    if (oldest !== undefined) buckets.delete(oldest)
    return bucket
  }

  return {
    take(key, cost = 1) {
      const bucket = bucketOf(key)
      if (bucket.left < cost) return false
      bucket.left -= cost
      return true
    },
    drain(key) {
      bucketOf(key).left = 0
    },
    get size() {
      return buckets.size
    },
  }
}
