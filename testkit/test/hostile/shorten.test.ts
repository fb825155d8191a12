import { shorten, stepAt } from '@parley/testkit/hostile'
import { describe, expect, it } from 'vitest'

const list = Array.from({ length: 300 }, (_, index) => index)

describe('shortening a failing run', () => {
  it('finds the last step where that is enough', async () => {
    let tries = 0
    const part = await shorten(list, async (some) => {
      tries += 1
      return some.includes(299)
    })
    expect(part).toEqual([299])
    expect(tries).toBe(1)
  })

  it('finds two steps far apart that break something together', async () => {
    const both = async (some: readonly number[]): Promise<boolean> => some.includes(17) && some.includes(250)
    expect(await shorten(list, both, 200)).toEqual([17, 250])
  })

  it('stops after a number of tries with the smallest part that failed', async () => {
    let tries = 0
    const part = await shorten(
      list,
      async (some) => {
        tries += 1
        return some.includes(17) && some.includes(250)
      },
      12,
    )
    expect(tries).toBe(12)
    expect(part).toContain(17)
    expect(part.length).toBeLessThan(list.length)
  })
})

describe('the steps of a seed', () => {
  const few = list.slice(0, 100)

  it('follow from the seed alone, each independently', () => {
    const words = few.map((index) => stepAt(7, index).what)
    expect(few.toReversed().map((index) => stepAt(7, index).what)).toEqual(words.toReversed())
    expect(few.map((index) => stepAt(8, index).what)).not.toEqual(words)
  })

  it('come to every surface', () => {
    const met = new Set(few.map((index) => stepAt(7, index).surface))
    expect([...met].toSorted()).toEqual([
      'frames',
      'http',
      'members',
      'metadata',
      'names',
      'pictures',
      'routes',
      'signalling',
      'streams',
      'tables',
    ])
  })
})
