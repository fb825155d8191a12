import type { Random } from '../../art/random.ts'

/** How an endpoint behaves for a while. */
export type Mood =
  | { readonly kind: 'honest' }
  /** It is in trouble, and says or shows so. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'reset' | 'hang' | 'drip' | 'truncated' | 'html' | 'null' | 'empty' | 'error' | 'refusesLogs' }
  | { readonly kind: 'wrongChain' }
  /** Lags by this many blocks. One address may have several nodes, only some of them lagging. */
  | { readonly kind: 'stale'; readonly blocks: number; readonly share: number }
  /** Its list of logs is in disorder. */
  | { readonly kind: 'logsTwice' | 'logsBackwards' | 'logsRemoved' | 'logsForeign' }
  /** Its list of logs has holes, while its headers say what belongs there. */
  | { readonly kind: 'logsMissing'; readonly share: number }
  /** It is on another branch, which goes away again. */
  | { readonly kind: 'fork'; readonly depth: number; readonly salt: number }
  /** It says what is not so. */
  | { readonly kind: 'lies' }

/** Faults that the index must survive unaided, and those that need a user to press SYNC OFFERS. */
export type FaultClass = 'trouble' | 'forks' | 'lies'

const troubles = [
  (random) => ({ kind: 'status', status: 429, retryAfter: random.pick([null, '1', '20']) }),
  (random) => ({ kind: 'status', status: random.pick([500, 502, 503, 504]), retryAfter: null }),
  (random) => ({ kind: 'status', status: random.pick([400, 403, 404, 413]), retryAfter: null }),
  () => ({ kind: 'reset' }),
  () => ({ kind: 'hang' }),
  () => ({ kind: 'drip' }),
  () => ({ kind: 'truncated' }),
  () => ({ kind: 'html' }),
  () => ({ kind: 'null' }),
  () => ({ kind: 'empty' }),
  () => ({ kind: 'error' }),
  () => ({ kind: 'refusesLogs' }),
  () => ({ kind: 'wrongChain' }),
  (random) => ({ kind: 'stale', blocks: Math.ceil(random.between(0, 40)), share: random.pick([0.5, 1]) }),
  () => ({ kind: 'logsTwice' }),
  () => ({ kind: 'logsBackwards' }),
  () => ({ kind: 'logsRemoved' }),
  () => ({ kind: 'logsForeign' }),
  (random) => ({ kind: 'logsMissing', share: random.pick([0.3, 1]) }),
] as const satisfies readonly ((random: Random) => Mood)[]

/** A mood of a class of faults; half of the time an endpoint is honest. */
export function randomMood(faultClass: FaultClass, random: Random): Mood {
  if (random.chance(0.5)) return { kind: 'honest' }
  if (faultClass === 'lies' && random.chance(0.3)) return { kind: 'lies' }
  if (faultClass === 'forks' && random.chance(0.3))
    return { kind: 'fork', depth: Math.ceil(random.between(0, 64)), salt: Math.floor(random.between(1, 1e6)) }
  const trouble = troubles[Math.floor(random() * troubles.length)]
  return trouble ? trouble(random) : { kind: 'honest' }
}
