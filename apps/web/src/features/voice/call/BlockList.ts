import type { CallState } from './CallState.ts'
import { keepHabits, readHabits } from './remembered.ts'

/** Whom this browser lets no longer through. A proven address is kept; a guest is known by a line of this call alone. */
export class BlockList {
  private readonly names = new Map<string, string | null>(readHabits().blocked.map((address) => [address, address]))

  has(key: string): boolean {
    return this.names.has(key)
  }

  add(key: string, name: string | null): void {
    this.names.set(key, name)
    this.keep()
  }

  remove(key: string): void {
    this.names.delete(key)
    this.keep()
  }

  list(): CallState['blocked'] {
    return [...this.names].map(([key, name]) => ({ key, name }))
  }

  private keep(): void {
    keepHabits({ blocked: [...this.names.keys()].filter((key) => key.startsWith('0x')) })
  }
}
