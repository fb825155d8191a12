/** Undoes every change of a call that is refused, as a reverted transaction does. */
export class Journal {
  #undo: (() => void)[] = []

  /** Sets an entry of a map, undoably. `undefined` removes it. */
  set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
    const before = map.get(key)
    this.#undo.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
    if (value === undefined) map.delete(key)
    else map.set(key, value)
  }

  /** Applies a change, and undoes it if the call is refused. */
  change(apply: () => void, undo: () => void): void {
    this.#undo.push(undo)
    apply()
  }

  keep(): void {
    this.#undo = []
  }

  takeBack(): void {
    for (const undo of this.#undo.toReversed()) undo()
    this.#undo = []
  }
}
