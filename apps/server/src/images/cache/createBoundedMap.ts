/** A map that forgets what was used longest ago when it holds too much. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** @param sizeOf what an entry counts for; entries count one each by default. */
export function createBoundedMap<V>(max: number, sizeOf: (value: V) => number = () => 1): BoundedMap<V> {
  const entries = new Map<string, V>()
  let size = 0
  function remove(key: string): void {
    const value = entries.get(key)
    if (value !== undefined) size -= sizeOf(value)
    entries.delete(key)
  }
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      remove(key)
      entries.set(key, value)
      size += sizeOf(value)
      for (const oldest of entries.keys()) {
        if (size <= max) return
        remove(oldest)
      }
    },
    delete: remove,
  }
}
