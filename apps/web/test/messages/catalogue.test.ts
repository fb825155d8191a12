import { describe, expect, it } from 'vitest'
import { detailMessages } from '../../src/messages/detailMessages.ts'
import type { Entry } from '../../src/messages/entry.ts'
import { generalMessages } from '../../src/messages/generalMessages.ts'
import { openPortal } from '../../src/portals/openPortal.ts'
import { portal as asoPortal } from '../../src/portals/places/ASOverse/portal.ts'
import { quotedTexts, type QuotedText } from './quotedTexts.ts'

const aso = openPortal({ key: 'ASOverse', path: '/ASOverse' }, asoPortal)
const catalogues = { general: generalMessages, aso: aso.messages, detail: detailMessages }

/** Stands for any number, address or reason that an entry is given. */
const blank = '{}'
const parameters = new Proxy({}, { get: (_, key) => (key === Symbol.toPrimitive ? () => blank : blank) })

/** All that an entry says, with its parameters left blank: its words, and its heading. */
function sayings(entry: Entry): readonly string[] {
  const text = typeof entry.text === 'string' ? entry.text : String(Reflect.apply(entry.text, undefined, [parameters]))
  return entry.title === undefined ? [text] : [text, entry.title]
}

const matchers: Readonly<Record<QuotedText['form'], (said: string, text: string) => boolean>> = {
  whole: (said, text) => said === text,
  begins: (said, text) => said.startsWith(text),
  within: (said, text) => said.includes(text),
}

describe('given the texts that the specification quotes', () => {
  it.each(quotedTexts.map((text) => [text.portal, text.channel, text.text, text] as const))(
    'the %s catalogue has, as %s: %s',
    (portal, channel, _, { text, form }) => {
      const entries: readonly Entry[] = Object.values(catalogues[portal])
      const expected = text.replaceAll(/\{\w+\}/g, blank)
      const found = entries.filter((entry) => sayings(entry).some((said) => matchers[form](said, expected)))
      expect(found.map((entry) => entry.channel)).toContain(channel)
    },
  )

  it('lists none twice', () => {
    const keys = quotedTexts.map(({ portal, channel, text }) => `${portal} ${channel} ${text}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('given the catalogues of the portals', () => {
  it('every one has every entry of the general one', () => {
    const keys = Object.keys(generalMessages)
    expect(Object.keys(aso.messages)).toEqual(keys)
    expect(Object.keys(detailMessages)).toEqual(keys)
  })

  it('no entry is empty', () => {
    for (const catalogue of Object.values(catalogues)) {
      for (const entry of Object.values<Entry>(catalogue))
        for (const said of sayings(entry)) expect(said.trim()).not.toBe('')
    }
  })
})
