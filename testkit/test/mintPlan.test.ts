import { describe, expect, it } from 'vitest'
import { collectionRow } from '../src/collections/collectionRow.ts'
import { demoCollections } from '../src/collections/demoCollections.ts'
import { mintPlan, type Mint } from '../src/collections/mintPlan.ts'

const plans = demoCollections.map((collection) => ({ collection, mints: mintPlan(collection) }))
const heldBy = (holder: Mint['holder']): number[] =>
  plans.map(({ mints }) => mints.filter((mint) => mint.holder === holder).length).filter((count) => count > 0)
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

describe('given what the collections begin with', () => {
  it.each(plans)(
    'mints some hundreds of $collection.key, every id once and within what is scanned',
    ({ collection, mints }) => {
      expect(mints).toHaveLength(collection.supply)
      expect(new Set(mints.map(({ tokenId }) => tokenId)).size).toBe(collection.supply)
      const { discovery } = collectionRow(collection.key)
      if (discovery.kind === 'scan')
        expect(Math.max(...mints.map(({ tokenId }) => tokenId))).toBeLessThanOrEqual(discovery.lastId)
    },
  )

  it('lets about a third of the contracts enumerate', () => {
    expect(plans.filter(({ collection }) => collection.contract === 'DemoEnumerableCollection')).toHaveLength(6)
  })

  it('gives Alice and Bob dozens over many collections, and Carol several hundred', () => {
    expect([heldBy('alice').length, heldBy('bob').length]).toEqual([11, 13])
    for (const holder of ['alice', 'bob'] as const) {
      expect(sum(heldBy(holder))).toBeGreaterThanOrEqual(12)
      expect(sum(heldBy(holder))).toBeLessThanOrEqual(60)
    }
    expect(sum(heldBy('carol'))).toBeGreaterThan(300)
  })

  it('burned some of Dokyo, and has token 2153 of The Face 1966', () => {
    expect(sum(heldBy('burn'))).toBe(37)
    const face = plans.find(({ collection }) => collection.key === 'the-face-1966')
    expect(face?.mints.some(({ tokenId }) => tokenId === 2153)).toBe(true)
  })
})
