import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generalMessages } from '../../src/text/catalogue.ts'

const src = join(import.meta.dirname, '../../src')

/** The page's code with every alias of a text replaced: `words` becomes `offerText.checks`. */
const code = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['portals/places/**'] })
  .map((file) => {
    const source = readFileSync(join(src, file), 'utf8')
    const imported = [...source.matchAll(/\b(\w+Text) as (\w+)\b/g)].map(([, name = '', alias = '']) => ({
      alias,
      name,
    }))
    const held = [...source.matchAll(/const (\w+) = ((?:\w+Text|words)(?:\.\w+)*)\n/g)].map(
      ([, alias = '', name = '']) => ({ alias, name }),
    )
    const taken = [...source.matchAll(/const \{([^{}]*)\} = (\w+Text|words)\n/g)].flatMap(([, keys = '', name = '']) =>
      keys.split(',').map((key) => ({ alias: key.trim(), name: `${name}.${key.trim()}` })),
    )
    return [...taken, ...held, ...imported].reduce(
      (text, { alias, name }) => text.replaceAll(new RegExp(`(?<![.\\w'])${alias}\\b(?!:)`, 'g'), name),
      source.replaceAll(/^import .*$/gm, ''),
    )
  })
  .join('\n')

/** Whether the code reads `object.key`, destructures it, or indexes the object at run time. */
function isRead(object: string, key: string): boolean {
  const name = `\\b${object.replaceAll('.', '\\.')}`
  return [`${name}\\.${key}\\b`, `\\{[^{}]*\\b${key}\\b[^{}]*\\} = ${name}\\b`, `${name}(\\[|\\)|,|\\n)`].some((form) =>
    new RegExp(form).test(code),
  )
}

function unread(object: string, texts: object): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    if (!isRead(object, key)) return [`${object}.${key}`]
    return typeof text === 'object' && text !== null && !Array.isArray(text) ? unread(`${object}.${key}`, text) : []
  })
}

describe('given the texts of the page', () => {
  it.each(globSync('text/*.ts', { cwd: src }))('something shows every text of %s', async (file) => {
    const exports: unknown = await import(join(src, file))
    const texts = Object.entries(Object(exports)).filter(([name]) => name.endsWith('Text'))
    expect(texts.flatMap(([name, text]) => unread(name, Object(text)))).toEqual([])
  })

  it('something shows every text that a portal may word', () => {
    const isUsed = (key: string): boolean =>
      new RegExp(`[mM]essages\\.${key}\\b|'${key}'|\\{[^{}]*\\b${key}\\b[^{}]*\\} = useMessages\\(`).test(code)
    expect(Object.keys(generalMessages).filter((key) => !isUsed(key))).toEqual([])
  })
})
