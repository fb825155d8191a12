import { beforeAll, describe, expect, it } from 'vitest'
import { circumstances, drift, measureGas, operations, readSnapshot, snapshotOf, type GasFigures } from './index.ts'

describe('given every case measured on one chain', () => {
  let figures: GasFigures
  beforeAll(async () => {
    figures = await measureGas()
  })

  it('has a figure for every operation under every circumstance', () => {
    expect(Object.keys(figures)).toHaveLength(operations.length * circumstances.length)
    expect(Object.values(figures).filter((row) => Math.min(row.floor, row.textbook, row.parley) === 0)).toEqual([])
  })

  it('is within half a per cent of the committed snapshot', () => {
    expect(drift(readSnapshot(), snapshotOf(figures)), 'if this is meant, run `pnpm gas:snapshot`').toEqual([])
  })

  it('is never below the floor, and below the textbook everywhere', () => {
    expect(Object.entries(figures).filter(([, row]) => row.parley < row.floor || row.parley > row.textbook)).toEqual([])
  })
})

describe('when figures move', () => {
  it('lets half a per cent pass and no more, in both directions', () => {
    expect(drift({ a: 100_000, b: 100_000 }, { a: 100_500, b: 99_500 })).toEqual([])
    expect(drift({ a: 100_000, b: 100_000 }, { a: 100_501, b: 99_499 })).toHaveLength(2)
  })

  it('names a case that is new or gone', () => {
    expect(drift({ old: 1 }, { fresh: 1 })).toHaveLength(2)
  })
})
