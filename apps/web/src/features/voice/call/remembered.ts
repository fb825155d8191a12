import { type Address, product } from '@parley/domain'
import { addressSchema } from '@parley/protocol'
import { browserStorage } from '../../../services/browser.ts'
import type { CallState } from './CallState.ts'

const tasteKey = `${product.slug}-voice`
const resumeKey = `${product.slug}-voice-call`
const maxBlocked = 200

/** What this browser keeps from one call to the next. */
export interface Habits {
  readonly name: string
  /** In open rooms one is seen by the address of the signed-in wallet instead of a name. */
  readonly byAddress: boolean
  readonly microphoneId: string | null
  /** Null until the user chooses; then the room decides. */
  readonly hidden: boolean | null
  /** Whether M and the space bar do something. */
  readonly keys: boolean
  /** Proven addresses that are not let through. */
  readonly blocked: readonly string[]
}

const none: Habits = { name: '', byAddress: false, microphoneId: null, hidden: null, keys: true, blocked: [] }

export function readHabits(): Habits {
  const kept = read(browserStorage.read(tasteKey))
  return {
    name: typeof kept['name'] === 'string' ? kept['name'] : none.name,
    byAddress: kept['byAddress'] === true,
    microphoneId: typeof kept['microphoneId'] === 'string' ? kept['microphoneId'] : null,
    hidden: typeof kept['hidden'] === 'boolean' ? kept['hidden'] : null,
    keys: kept['keys'] !== false,
    blocked: Array.isArray(kept['blocked']) ? kept['blocked'].map(String).slice(-maxBlocked) : [],
  }
}

export function keepHabits(change: Partial<Habits>): void {
  browserStorage.write(tasteKey, JSON.stringify({ ...readHabits(), ...change }))
}

/** A call that goes on after the page was loaded again: of this tab alone. */
export interface OpenCall {
  readonly roomId: string
  /** The page that the room belongs to. */
  readonly path: string
  readonly muted: boolean
  /** The wallet as which one sits there. */
  readonly as: Address | null
}

export function readOpenCall(): OpenCall | null {
  const { roomId, path, muted, as } = read(tab((storage) => storage.getItem(resumeKey)) ?? null)
  if (typeof roomId !== 'string' || typeof path !== 'string') return null
  const wallet = addressSchema.safeParse(as)
  return { roomId, path, muted: muted === true, as: wallet.success ? wallet.data : null }
}

export function keepOpenCall(call: OpenCall | null): void {
  tab((storage) => (call ? storage.setItem(resumeKey, JSON.stringify(call)) : storage.removeItem(resumeKey)))
}

function tab<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined // Storage may be blocked: nothing is resumed then.
  }
}

function read(text: string | null): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

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
