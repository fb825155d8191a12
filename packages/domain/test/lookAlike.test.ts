import { describe, expect, it } from 'vitest'
import type { Address } from '../src/address.ts'
import { comparedCharacters, differingParts, findLookAlike, looksAlike } from '../src/lookAlike.ts'

const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const poisoned = '0x3C44aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa93BC'

/** A seeded generator: mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Random = ReturnType<typeof randomFrom>

function anAddress(random: Random): Address {
  return `0x${Array.from({ length: 40 }, () => random(16).toString(16)).join('')}`
}

/** The address with one character changed at a place after '0x'. */
function changedAt(address: Address, at: number, random: Random): Address {
  const now = Number.parseInt(address.charAt(at + 2), 16)
  const next = ((now + 1 + random(15)) % 16).toString(16)
  return `0x${address.slice(2, at + 2)}${next}${address.slice(at + 3)}`
}

function inAnyCase(address: Address, random: Random): Address {
  return `0x${[...address]
    .slice(2)
    .map((one) => (random(2) ? one.toUpperCase() : one.toLowerCase()))
    .join('')}`
}

describe('given an address that begins and ends like a known one', () => {
  it('finds the one that it could be mistaken for, in any case of letters', () => {
    expect(findLookAlike(poisoned, ['0x90F79bf6EB2c4f870365E785982E1f101E93b906', bob])).toBe(bob)
    expect(findLookAlike('0x3c44AAAAaaaaaaaaaaaaaaaaaaaaaaaaaaaa93bc', [bob])).toBe(bob)
    expect(findLookAlike(bob, [bob])).toBeNull()
    expect(findLookAlike(bob, [])).toBeNull()
  })

  it('agrees with its definition over 2,000 seeded pairs', () => {
    const random = randomFrom(20_261_123)
    for (let round = 0; round < 2_000; round += 1) {
      const known = anAddress(random)
      const at = random(40)
      const near = changedAt(known, at, random)
      const isInMiddle = at >= comparedCharacters && at < 40 - comparedCharacters
      expect(looksAlike(near, known), `${near} ${known}`).toBe(isInMiddle)
      // It never matters which is which, or how letters are written.
      expect(looksAlike(inAnyCase(known, random), inAnyCase(near, random))).toBe(isInMiddle)
      expect(looksAlike(known, inAnyCase(known, random))).toBe(false)
    }
  })
})

describe('given two addresses one under the other', () => {
  it('marks what differs, and only that', () => {
    expect(differingParts('0x3C44b0', '0x3c44a0')).toEqual([
      { text: '0x3C44', differs: false },
      { text: 'b', differs: true },
      { text: '0', differs: false },
    ])
  })

  it('keeps every character in its place over 500 seeded pairs', () => {
    const random = randomFrom(7)
    for (let round = 0; round < 500; round += 1) {
      const one = anAddress(random)
      const other = changedAt(changedAt(one, random(40), random), random(40), random)
      const parts = differingParts(one, other)
      expect(parts.map(({ text }) => text).join('')).toBe(one)
      const marked = parts.flatMap(({ text, differs }) => [...text].map(() => differs))
      expect(marked).toEqual([...one].map((character, at) => character !== other.charAt(at)))
      // Adjacent parts differ, so that a screen reader reads each change once.
      for (const [at, part] of parts.entries()) expect(part.differs).not.toBe(parts[at + 1]?.differs)
    }
  })
})
