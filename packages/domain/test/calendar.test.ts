import { describe, expect, it } from 'vitest'
import { calendarFile } from '../src/index.ts'

const event = {
  uid: 'offer-1@swap.example',
  atS: 1_700_000_000,
  madeAtS: 1_699_000_000,
  summary: 'An offer expires',
  description: 'Open it in Parley.',
  url: 'https://swap.example/p2p/0x1',
  alarmMinutes: [60],
}

describe('given an expiry for a calendar', () => {
  it('is an iCalendar file with times in UTC and an alarm', () => {
    const file = calendarFile(event)
    expect(file).toContain('DTSTART:20231114T221320Z\r\n')
    expect(file).toContain('DTSTAMP:20231103T082640Z\r\n')
    expect(file).toContain('TRIGGER:-PT60M\r\n')
    expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(file.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  })

  it('keeps every text within its own line', () => {
    const nasty = 'a,b;c\\d\r\nBEGIN:VALARM\nEND:VEVENT\u2028x\u0000\u0085\uD800'
    const file = calendarFile({ ...event, summary: nasty, description: nasty, uid: nasty })
    const starts = file.split('\r\n').filter((line) => !line.startsWith(' '))
    expect(starts.filter((line) => line.startsWith('BEGIN:VALARM'))).toHaveLength(1)
    expect(starts.filter((line) => line.startsWith('END:VEVENT'))).toHaveLength(1)
    expect(file).toContain('SUMMARY:a\\,b\\;c\\\\d\\nBEGIN:VALARM\\nEND:VEVENT\\nx\uFFFD\r\n')
  })

  it('folds lines of more than 75 bytes, and never within a character', () => {
    const summary = '🦊é'.repeat(60)
    const file = calendarFile({ ...event, summary })
    const sizes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`)
  })
})
