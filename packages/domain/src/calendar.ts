import { product } from './product.ts'

/** A calendar entry. Times are unix seconds. */
export interface CalendarEvent {
  /** Unique for ever, so a second import replaces the first. */
  readonly uid: string
  readonly atS: number
  /** When the file is made. */
  readonly madeAtS: number
  readonly summary: string
  readonly description: string
  readonly url: string
  /** Minutes before `atS` at which the calendar rings. */
  readonly alarmMinutes: readonly number[]
}

/**
 * An iCalendar file (RFC 5545): `text/calendar`.
 *
 * @public
 */
export function calendarFile(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${product.name}//${product.name}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${textValue(event.uid)}`,
    `DTSTAMP:${utc(event.madeAtS)}`,
    `DTSTART:${utc(event.atS)}`,
    `SUMMARY:${textValue(event.summary)}`,
    `DESCRIPTION:${textValue(event.description)}`,
    `URL:${uriValue(event.url)}`,
    // It takes no time: others may book over it.
    'TRANSP:TRANSPARENT',
    ...event.alarmMinutes.flatMap((minutes) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:-PT${Math.max(0, Math.trunc(minutes))}M`,
      `DESCRIPTION:${textValue(event.summary)}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function utc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

const controls = /(?!\n)\p{Cc}/gu

/** A value of the type TEXT. Control characters aren't allowed in it, so a value can't begin a line of its own. */
function textValue(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(controls, '')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
}

/** A value of the type URI, which has no escapes: only what an encoded address is made of. */
function uriValue(url: string): string {
  return url.replaceAll(/[^\x21-\x7E]/g, '')
}

const maxLineBytes = 75

/** Long lines go on in the next, after a space; never within a character. */
function fold(line: string): string {
  const folded: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = utf8Bytes(character)
    if (bytes + size > maxLineBytes) {
      folded.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...folded, current].join('\r\n')
}

function utf8Bytes(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
