import { collectionName, formatCoin, type Address, type Collection, locale } from '@parley/domain'

/** What it takes to put names and amounts into sentences. */
export interface Formatter {
  /** '{collection} #{id}' */
  nft(contract: Address, tokenId: bigint): string
  collection(contract: Address): string
  /** An amount with its coin, rounded up. */
  coin(wei: bigint): string
  /** An address, cut in the middle. */
  short(hex: string): string
}

export function createFormatter(collections: readonly Collection[], symbol: string): Formatter {
  const collection = (contract: Address) => collectionName(collections, contract)
  return {
    collection,
    nft: (contract, tokenId) => `${collection(contract)} #${tokenId}`,
    coin: (wei) => `${formatCoin(wei)} ${symbol}`,
    short: (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`,
  }
}

const dateAndTime = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const dayAndTime = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
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

const dayAndMonth = /* @__PURE__ */ new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/** '21 Nov', '2026' */
export function dayAndYear(unixS: number): readonly [day: string, year: string] {
  return [dayAndMonth.format(unixS * 1000), String(new Date(unixS * 1000).getFullYear())]
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
