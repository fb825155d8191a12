/** What the page's modules read of a browser, where a server draws one document after another. */
const state = { blocks: new Map<string, { readonly textContent: string }>(), place: new URL('https://localhost') }

/** Puts the modules into the document of an address. `blocks` are its elements of data, by their ids. */
export function standIn(place: URL, blocks: Readonly<Record<string, string>>): void {
  state.place = place
  state.blocks = new Map(Object.entries(blocks).map(([id, textContent]) => [id, { textContent }]))
}

/**
 * The build gives it to every module in place of the browser's own, and `window` as well.
 *
 * @public
 */
export const document = {
  title: '',
  documentElement: { dataset: {} },
  getElementById: (id: string) => state.blocks.get(id) ?? null,
}

const none = (): void => undefined

/** @public */
export const window = {
  get location(): URL {
    return state.place
  },
  addEventListener: none,
  removeEventListener: none,
  matchMedia: () => ({ matches: false, addEventListener: none }),
}

/**
 * Replaces the global one. React's streaming renderer opens a channel when it loads, which would keep the process from ending.
 *
 * @public
 */
export class MessageChannel {
  readonly port1 = {}
  readonly port2 = {}
}

/**
 * Dates, in place of those of `text/format.ts`: a server doesn't know the visitor's time zone.
 *
 * What they say is as long as the local date, so that nothing moves when that replaces it, and the same on every machine: no list
 * of a locale's names is asked.
 *
 * @public
 */
export * from '../text/format.ts'

/**
 * '21 Nov 2026, 18:40 UTC'
 *
 * @public
 */
export function longDate(unixS: number): string {
  const [, day, month, year, time] = new Date(unixS * 1000).toUTCString().split(' ')
  return `${Number(day)} ${month} ${year}, ${time?.slice(0, 5)} UTC`
}

/**
 * '21 Nov, 18:40 UTC'
 *
 * @public
 */
export function shortDate(unixS: number): string {
  return longDate(unixS).replace(/ \d{4,},/, ',')
}

/**
 * '21 Nov', '2026'
 *
 * @public
 */
export function dayAndYear(unixS: number): readonly [day: string, year: string] {
  const [day, month, year = ''] = longDate(unixS).split(/,? /)
  return [`${day} ${month}`, year]
}
