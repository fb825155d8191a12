import { describe, expect, it } from 'vitest'
import { dealMarkPath } from '../src/dealMark.ts'

describe('given two deals', () => {
  it('draws the same figure for the same deal, and another one for another', () => {
    expect(dealMarkPath('a|b|1|2')).toBe(dealMarkPath('a|b|1|2'))
    expect(dealMarkPath('a|b|1|2')).not.toBe(dealMarkPath('a|b|1|3'))
  })

  it('stays within its box', () => {
    for (const seed of ['', 'a', 'parley', '0x12|0x34|5|6']) {
      const numbers = dealMarkPath(seed)
        .slice(1)
        .split(/[ML]/)
        .flatMap((point) => [point.split(' ').map(Number)])
      for (const [x = -1, y = -1] of numbers) {
        expect(x >= 0 && x <= 360).toBe(true)
        expect(y >= 0 && y <= 40).toBe(true)
      }
    }
  })
})
