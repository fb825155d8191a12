import { type Address, product } from '@parley/domain'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** A person whose account the local node keeps unlocked. The node signs; the page holds no key. */
export interface DemoPerson {
  readonly name: string
  readonly address: Address
}

/** The wallet's reaction to the next requests, so that every path can be tried by hand. */
export type Manner = 'ask' | 'reject' | 'fail' | 'slow' | 'stuck'

/** Which network the wallet claims to be on. `elsewhere`: the right chain id, but another chain behind it (decision C7). */
export type ClaimedNetwork = 'local' | 'ethereum' | 'elsewhere'

/** A request that waits for the person. */
export interface Question {
  readonly kind: 'connect' | 'transaction' | 'text' | 'switch'
  readonly parameters: unknown
  answer(yes: boolean): void
}

interface DemoWalletState {
  readonly people: readonly DemoPerson[]
  readonly person: DemoPerson | null
  /** Whether the page may see the account. */
  readonly permitted: boolean
  readonly locked: boolean
  readonly manner: Manner
  readonly network: ClaimedNetwork
  readonly question: Question | null
}

export type DemoWalletStore = StoreApi<DemoWalletState>

const key = `${product.slug}-demo-wallet`

/** Who it is, kept for this tab alone: another tab can be another person. */
export function createDemoWalletStore(people: readonly DemoPerson[]): DemoWalletStore {
  const kept = read()
  const person = people.find((candidate) => candidate.address === kept.address) ?? people[0] ?? null
  const store = createStore<DemoWalletState>(() => ({
    people,
    person,
    permitted: kept.permitted && person?.address === kept.address,
    locked: false,
    manner: 'ask',
    network: 'local',
    question: null,
  }))
  store.subscribe(({ person: current, permitted }) => write({ address: current?.address ?? null, permitted }))
  return store
}

interface Kept {
  readonly address: Address | null
  readonly permitted: boolean
}

function read(): { readonly address: unknown; readonly permitted: boolean } {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('address' in kept)) return { address: null, permitted: false }
    return { address: kept.address, permitted: 'permitted' in kept && kept.permitted === true }
  } catch {
    return { address: null, permitted: false } // Storage may be forbidden: the wallet then forgets on reload.
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // See above.
  }
}
