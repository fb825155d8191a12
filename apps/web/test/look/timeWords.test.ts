import { describe, expect, it } from 'vitest'
import { timeLeft, timeParts } from '../../src/text/format.ts'

describe('given a stretch of time', () => {
  it.each([
    [529_200, '6 d 3 h'],
    [76_440, '21 h 14 min'],
    [250, '4 min 10 s'],
    [59, '59 s'],
    [0, '0 s'],
    [-5, '0 s'],
  ])('when it is %s seconds, then a line of text says %s', (seconds, words) => {
    expect(timeLeft(seconds)).toBe(words)
  })

  it('shows up to three parts on a clock, the later ones with two digits', () => {
    expect(timeParts(6 * 86_400 + 3 * 3_600 + 14 * 60)).toEqual([
      { value: '6', unit: 'd' },
      { value: '03', unit: 'h' },
      { value: '14', unit: 'min' },
    ])
  })
})
