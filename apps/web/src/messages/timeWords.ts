import { locale } from '@parley/domain'
const dateAndTime = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const dayAndTime = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** 'Sat, 21 Nov 2026, 18:40' in the local time zone. */
export function longDate(unixS: number): string {
  return dateAndTime.format(unixS * 1000)
}

/** 'Sat, 21 Nov, 18:40' in the local time zone. */
export function shortDate(unixS: number): string {
  return dayAndTime.format(unixS * 1000)
}

export interface TimePart {
  readonly value: string
  readonly unit: 'd' | 'h' | 'min' | 's'
}

/** The two or three largest units of a duration: 6 d 03 h 14 min, 21 h 14 min, 4 min 10 s. */
export function timeParts(seconds: number): readonly TimePart[] {
  const whole = Math.max(0, Math.floor(seconds))
  const days = Math.floor(whole / 86_400)
  const hours = Math.floor(whole / 3_600) % 24
  const minutes = Math.floor(whole / 60) % 60
  if (days > 0) return parts([days, 'd'], [hours, 'h'], [minutes, 'min'])
  if (hours > 0) return parts([hours, 'h'], [minutes, 'min'])
  return minutes > 0 ? parts([minutes, 'min'], [whole % 60, 's']) : parts([whole % 60, 's'])
}

function parts(...pairs: readonly (readonly [number, TimePart['unit']])[]): readonly TimePart[] {
  return pairs.map(([value, unit], at) => ({ value: at === 0 ? String(value) : String(value).padStart(2, '0'), unit }))
}

/** '6 d 3 h', for running text: at most two units. */
export function timeLeft(seconds: number): string {
  return timeParts(seconds)
    .slice(0, 2)
    .map((part) => `${Number(part.value)} ${part.unit}`)
    .join(' ')
}
