import { describe, expect, it } from 'vitest'
import { mapYielding } from '../src/lib/async.ts'

/** Takes the thread for a moment, as decoding does. */
function busy(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

describe('given a long list', () => {
  it('is mapped in its order', async () => {
    expect(await mapYielding([3, 1, 2], (number) => number * 2)).toEqual([6, 2, 4])
  })

  it('answers requests in between', async () => {
    let turns = 0
    const others = setInterval(() => (turns += 1), 1)
    await mapYielding(Array.from({ length: 200 }), () => busy(0.2))
    clearInterval(others)
    expect(turns).toBeGreaterThan(3)
  })

  it('a failure of one item is the failure of all', async () => {
    await expect(
      mapYielding([1, 2], () => {
        throw new RangeError('no')
      }),
    ).rejects.toThrow('no')
  })
})
