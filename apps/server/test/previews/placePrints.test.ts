import { describe, expect, it } from 'vitest'
import { placePrints } from '../../src/previews/drawing/placePrints.ts'
import { fitted, widthOf } from '../../src/previews/drawing/writing.ts'

const area = { x: 70, y: 190, width: 350, height: 346 }

describe('given so many NFTs of a side', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [20, 4],
  ])('%i have %i places, within the side and without touching', (count, expected) => {
    const places = placePrints(count, area)
    expect(places).toHaveLength(expected)
    for (const [index, a] of places.entries()) {
      expect(a.x >= area.x && a.x + a.width <= area.x + area.width).toBe(true)
      expect(a.y >= area.y && a.y + a.height <= area.y + area.height + 1).toBe(true)
      for (const b of places.slice(index + 1)) {
        const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        expect(apart).toBe(true)
      }
    }
  })
})

describe('given a text that is too long', () => {
  const writing = { hand: 'sans', sizePx: 20 } as const
  it('is cut with an ellipsis to what fits', () => {
    const text = fitted('Smol Joes Season 2 and everything after', 120, writing)
    expect(text).toMatch(/^Smol.*…$/)
    expect(widthOf(text, writing)).toBeLessThanOrEqual(120)
    expect(fitted('Dokyo', 120, writing)).toBe('Dokyo')
  })
})
