import type { Address, OfferId } from '@parley/domain'
import fc, { type Arbitrary } from 'fast-check'
import type { Random } from '../../art/random.ts'
import type { Arena } from '../arena.ts'
import type { Crowd } from '../crowd.ts'

/** What an attack finds when it runs. */
export interface Scene {
  readonly crowd: Crowd
  readonly arena: Arena
  /** A token of the strangers' collection that was not asked for before. */
  readonly token: () => Promise<number>
  /** An offer of the honest people, and who they are: no secrets. */
  readonly offer: OfferId
  readonly people: readonly Address[]
  /** The honest people's table: nothing may depend on its being secret. */
  readonly tableId: () => string
  /** Who sits in the honest people's private room: not told to strangers, and nothing may depend on that. */
  readonly peerIds: () => readonly string[]
}

export interface Attack {
  /** Describes the step for the reader of a failure report. */
  readonly what: string
  /** @throws {Breach} where a stranger got what is not theirs. */
  readonly run: (scene: Scene) => Promise<void>
}

/** One side of the server that strangers can reach. */
export interface Surface {
  readonly name: string
  /** The next attack: everything in it follows from the dice. */
  readonly plan: (dice: Random) => Attack
}

export function whole(dice: Random, low: number, high: number): number {
  return Math.floor(dice.between(low, high + 1))
}

/** One value of a generator of fast-check, whose taste for odd values is better than ours. */
export function valueOf<T>(dice: Random, arbitrary: Arbitrary<T>): T {
  const [value] = fc.sample(arbitrary, { seed: Math.floor(dice() * 2 ** 31), numRuns: 1 })
  if (value === undefined) throw new Error('the generator has no value')
  return value
}

export function bytesOf(dice: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(dice() * 256)))
}

export function hexOf(dice: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(dice() * 16).toString(16)).join('')
}
