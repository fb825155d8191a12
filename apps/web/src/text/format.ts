import { collectionName, formatCoin, type Address, type Collection } from '@parley/domain'

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

/** 'Sat Nov 21 2026 18:40:00 GMT…', as every browser writes a moment in the local time zone. */
const dateParts = /^(\w+) (\w+) 0?(\d+) (\d+) (.{5}).*/

/** Arranges the parts of a moment. A browser's own formatters take 15 ms of processor time to make, before a page can be used. */
function arranged(unixS: number, parts: string): string {
  return String(new Date(unixS * 1000)).replace(dateParts, parts)
}

/** 'Sat, 21 Nov 2026, 18:40' */
export function longDate(unixS: number): string {
  return arranged(unixS, '$1, $3 $2 $4, $5')
}

/** 'Sat 21 Nov, 18:40' */
export function shortDate(unixS: number): string {
  return arranged(unixS, '$1 $3 $2, $5')
}

/** 'Sat 21 Nov' */
export function weekdayAndDay(unixS: number): string {
  return arranged(unixS, '$1 $3 $2')
}

/** '18:40' */
export function timeOfDay(unixS: number): string {
  return arranged(unixS, '$5')
}

/** '20 Nov' of '2026-11-20'. */
export function dayWords(day: string): string {
  return arranged(Date.parse(`${day}T00:00`) / 1000, '$3 $2')
}

/** '21 Nov', '2026' */
export function dayAndYear(unixS: number): readonly [day: string, year: string] {
  return [arranged(unixS, '$3 $2'), arranged(unixS, '$4')]
}

/** '12,345' */
export function grouped(count: number | bigint): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
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
