import { describe, expect, it, vi } from 'vitest'
import { locale } from '@parley/domain'
import {
  dayAndYear,
  dayWords,
  grouped,
  longDate,
  shortDate,
  timeLeft,
  timeOfDay,
  timeParts,
  weekdayAndDay,
} from '../../src/text/format.ts'

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

describe('given a moment', () => {
  const year = Array.from({ length: 366 }, (_, day) => Date.UTC(2028, 0, 1 + day, day % 24, (day * 7) % 60) / 1000)
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const intl = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, options)
    // Three letters for each month, as a server writes them. A page that takes its document over moves nothing.
    return year.map((atS) => format.format(atS * 1000).replace('Sept', 'Sep'))
  }

  it('says it on every day of a year as the browser would, in the local time zone', () => {
    expect(year.map(longDate)).toEqual(intl({ ...day, year: 'numeric', ...time }))
    expect(year.map(shortDate)).toEqual(intl({ ...day, ...time }))
    expect(year.map(weekdayAndDay)).toEqual(intl(day))
    expect(year.map(timeOfDay)).toEqual(intl(time))
    expect(year.map((atS) => dayAndYear(atS)[0])).toEqual(intl({ day: 'numeric', month: 'short' }))
    expect(dayAndYear(1_795_000_000)[1]).toBe('2026')
  })

  it('names a day of the chain’s, which knows no time zone', () => {
    const days = year.map((atS) => new Date(atS * 1000).toISOString().slice(0, 10))
    expect(days.map(dayWords)).toEqual(intl({ day: 'numeric', month: 'short', timeZone: 'UTC' }))
  })

  it('makes none of the browser’s formatters, which take longer than drawing a page', async () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    vi.resetModules()
    const fresh = await import('../../src/text/format.ts')
    fresh.longDate(0)
    expect(made).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

describe('given a count', () => {
  it.each([0, 7, 999, 1_000, 12_345, 999_999, 1_234_567, 12_345_678_901])('groups the digits of %s', (count) => {
    expect(grouped(count)).toBe(count.toLocaleString(locale))
    expect(grouped(BigInt(count))).toBe(count.toLocaleString(locale))
  })
})
