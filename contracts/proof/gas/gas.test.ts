import { beforeAll, describe, expect, it } from 'vitest'
import {
  addedByCoins,
  circumstances,
  coinCircumstances,
  drift,
  firstEdition,
  gasTables,
  measureCoins,
  measureGas,
  operations,
  readSnapshot,
  readTables,
  snapshotOf,
  type GasFigures,
} from './index.ts'

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

  it.each([
    ['create', [160_000, 325_000, 935_000]],
    ['accept', [85_705, 180_169, 528_250]],
    ['cancel', [55_646, 101_808, 274_899]],
  ] as const)('meets the goals for one, five and twenty plain NFTs a side: %s', (operation, goals) => {
    const measured = ([1, 5, 20] as const).map(
      (count) => figures[`${operation} ${count}x${count} one warm plain approve-all`]?.parley ?? Infinity,
    )
    for (const [index, goal] of goals.entries()) expect(measured[index]).toBeLessThanOrEqual(goal)
  })

  it('takes at most 0.3 % more than the first edition in every case', () => {
    const dearer = Object.entries(snapshotOf(figures)).filter(
      ([name, gas]) => gas > (firstEdition.gas[name] ?? 0) * 1.003,
    )
    expect(dearer).toEqual([])
  })

  it('accepts twenty for twenty at no more than 1.04 of the floor of the same run', () => {
    const { parley = Infinity, floor = 0 } = figures['accept 20x20 one warm plain approve-all'] ?? {}
    expect(parley / floor).toBeLessThanOrEqual(1.04)
  })

  it('is never below the floor, and below the textbook everywhere', () => {
    expect(Object.entries(figures).filter(([, row]) => row.parley < row.floor || row.parley > row.textbook)).toEqual([])
  })
})

describe('given offers with and without coins, of both kinds of token', () => {
  let figures: GasFigures
  beforeAll(async () => {
    figures = await measureCoins()
  })

  it('is what the tables on the page about its design say', () => {
    expect(readTables(), 'if this is meant, run `pnpm gas:snapshot`').toBe(gasTables(figures))
  })

  it('takes at most 1.05 of what a bare contract takes that moves the same coins', () => {
    const ratios = coinCircumstances.flatMap((given) =>
      (['create', 'accept', 'cancel'] as const).flatMap((operation) => {
        const both = addedByCoins(figures, operation, given)
        return both === undefined ? [] : [both.added / both.bare]
      }),
    )
    expect(ratios).toHaveLength(48)
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.05)
  })

  it('cancels one NFT of an ordinary token for at most 56,293 gas', () => {
    expect(figures['cancel 1x1 one warm ordinary approve-all']?.parley).toBeLessThanOrEqual(56_293)
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
