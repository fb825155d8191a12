import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { helpLater } from '../../src/text/helpLater.lazy.ts'

const pictures = join(import.meta.dirname, '../../src/features/info/pictures')

it.each(['inbox', 'tables', 'escrow'])('help explains %s in words, and with pictures in both themes', (id) => {
  const section = helpLater.find((one) => one.id === id)
  expect(section?.paragraphs?.length).toBeGreaterThan(0)
  const figures = section?.figures ?? []
  expect(figures.length).toBeGreaterThan(0)
  for (const { picture, alt, caption } of figures) {
    for (const text of [alt, caption]) expect(text.trim()).not.toBe('')
    for (const theme of ['light', 'dark']) expect(existsSync(join(pictures, `${picture}-${theme}.webp`))).toBe(true)
  }
})
