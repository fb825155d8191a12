import { describe, expect, it } from 'vitest'
import { channelOf, isQuoted, sayings, texts } from './everyText.ts'
import { quotedTexts } from './quotedTexts.ts'

describe('given the texts that the specification quotes', () => {
  it.each(quotedTexts.map((text) => [text.portal, text.channel, text.text, text] as const))(
    'the %s texts have, as %s: %s',
    (portal, channel, _, quoted) => {
      const found = Object.values(texts[portal]).filter((text) => sayings(text).some((said) => isQuoted(said, quoted)))
      expect(found.map(channelOf)).toContain(channel)
    },
  )

  it('lists none twice', () => {
    const keys = quotedTexts.map(({ portal, channel, text }) => `${portal} ${channel} ${text}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('given the texts of the three places', () => {
  it('each has all of them', () => {
    const keys = Object.keys(texts.general).toSorted()
    expect(Object.keys(texts.aso).toSorted()).toEqual(keys)
    expect(Object.keys(texts.detail).toSorted()).toEqual(keys)
  })

  it('none is empty', () => {
    for (const place of Object.values(texts))
      for (const text of Object.values(place)) for (const said of sayings(text)) expect(said.trim()).not.toBe('')
  })
})
