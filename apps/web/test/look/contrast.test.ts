import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Text and background colours with their minimum WCAG 2 contrast: 4.5 for text, 3 for controls. */
const pairs: readonly (readonly [text: string, ground: string, least: number])[] = [
  ['ink', 'room', 4.5],
  ['ink', 'card', 4.5],
  ['ink', 'table', 4.5],
  ['ink', 'table-hi', 4.5],
  ['ink-2', 'room', 4.5],
  ['ink-2', 'card', 4.5],
  ['ink-2', 'well', 4.5],
  ['table-ink-2', 'table', 4.5],
  ['table-ink-2', 'table-hi', 4.5],
  ['print-ink', 'print', 4.5],
  ['print-ink-2', 'print', 4.5],
  ['accent', 'print', 4.5],
  ['ok', 'print', 4.5],
  ['warn', 'print', 4.5],
  ['paper-ink', 'paper', 4.5],
  ['paper-ink-2', 'paper', 4.5],
  ['paper-ink-2', 'paper-well', 4.5],
  ['paper-bad', 'paper', 4.5],
  ['paper-warn', 'paper', 4.5],
  ['paper-ok', 'paper', 4.5],
  ['paper-warn', 'paper-well', 4.5],
  ['paper-ok', 'paper-well', 4.5],
  ['stamp', 'paper', 4.5],
  ['stamp', 'paper-well', 4.5],
  ['on-stamp', 'stamp', 4.5],
  ['on-stamp', 'stamp-deep', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-deep', 4.5],
  ['accent', 'room', 4.5],
  ['ok', 'room', 4.5],
  ['ok', 'ok-wash', 4.5],
  ['warn', 'room', 4.5],
  ['warn', 'card', 4.5],
  ['warn', 'warn-wash', 4.5],
  ['bad', 'room', 4.5],
  ['bad', 'bad-wash', 4.5],
  ['room', 'ink', 4.5],
  ['field-line', 'room', 3],
  ['field-line', 'card', 3],
  ['field-line', 'field', 3],
  ['seal-tick', 'ok', 3],
]

const general = lights(readFileSync(new URL('../../src/app/tokens.css', import.meta.url), 'utf8'))

/** Portals with a look of their own, by the names of their folders. */
const places = new URL('../../src/portals/places/', import.meta.url)
const looks = readdirSync(places).flatMap((name) => {
  const file = new URL(`${name}/theme.css`, places)
  return existsSync(file) ? [{ name, look: lights(readFileSync(file, 'utf8')) }] : []
})

describe.each([{ name: 'the product', look: general }, ...looks])('given the colours of $name', ({ look }) => {
  describe.each([
    ['by day', look.day],
    ['in the evening', look.evening],
  ])('when they are seen %s', (_, theme) => {
    it.each(pairs)('%s reads on %s (at least %s)', (text, ground, least) => {
      expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(least)
    })
  })

  it('names every colour of the product in one place', () => {
    expect(Object.keys(look.day).length).toBeGreaterThan(30)
    expect(Object.keys(look.day).toSorted()).toEqual(Object.keys(general.day).toSorted())
    expect(Object.keys(look.evening).toSorted()).toEqual(Object.keys(look.day).toSorted())
  })
})

interface Look {
  readonly day: Readonly<Record<string, string>>
  readonly evening: Readonly<Record<string, string>>
}

/** A style sheet's tokens by day, and what of them the evening changes. */
function lights(css: string): Look {
  const turn = css.indexOf("[data-theme='dark']")
  const day = colours(css.slice(0, turn))
  return { day, evening: { ...day, ...colours(css.slice(turn)) } }
}

function colours(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((found) => [found[1], found[2]]))
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
