import type { Random } from '../art/random.ts'
import type { SimChain } from './chain/SimChain.ts'
import { fetchInMood } from './faults/fetchInMood.ts'
import { randomMood, type FaultClass, type Mood } from './faults/Mood.ts'
import type { SimJournal } from './simJournal.ts'
import { endpointOf } from './simServer.ts'

/** The server of this number is answered honestly, whatever the moods. */
export const honestGeneration = 1_000_000

/** The endpoints of a run's chain, each in a mood of its own. */
export interface SimEndpoints {
  readonly count: number
  /** Stands in place of `fetch`. */
  readonly fetch: typeof fetch
  /** From here on this server is answered, and none before it. */
  answer(generation: number): void
  changeMood(): void
  /** From here on all are honest. */
  calm(): void
}

export interface SimEndpointsOptions {
  readonly chain: SimChain
  readonly random: Random
  readonly faultClass: FaultClass
  readonly journal: SimJournal
}

const honest: Mood = { kind: 'honest' }

export function createSimEndpoints({ chain, random, faultClass, journal }: SimEndpointsOptions): SimEndpoints {
  const moods: Mood[] = Array.from({ length: 1 + Math.floor(random() * 3) }, () => honest)
  const realFetch = globalThis.fetch
  let answered = 0
  return {
    count: moods.length,
    async fetch(input, init) {
      const endpoint = typeof input === 'string' ? endpointOf(input) : null
      if (!endpoint) return realFetch(input, init)
      const { index, generation } = endpoint
      // A process that is no more hears nothing.
      if (generation !== answered && generation !== honestGeneration) return new Promise(() => undefined)
      const mood = generation === honestGeneration ? honest : (moods[index] ?? honest)
      const request = { body: typeof init?.body === 'string' ? init.body : '', signal: init?.signal ?? undefined }
      journal.note(`rpc ${index} ${mood.kind} ${request.body.length}`)
      journal.count(`rpc ${mood.kind}`)
      return fetchInMood(chain, mood, request, random)
    },
    answer: (generation) => void (answered = generation),
    changeMood() {
      const index = Math.floor(random() * moods.length)
      const mood = randomMood(faultClass, random)
      moods[index] = mood
      journal.note(`endpoint ${index} ${JSON.stringify(mood)}`)
    },
    calm: () => moods.forEach((_, index) => (moods[index] = honest)),
  }
}
