import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { escrowText } from '../../src/text/escrow.lazy.ts'
import { offerPaperText } from '../../src/text/offer.ts'
import { statsText } from '../../src/text/stats.ts'
import { quotedTexts } from './quotedTexts.ts'

const src = join(import.meta.dirname, '../../src')
const texts = globSync(['text/*.ts', 'portals/places/*/{messages,portal}.ts'], { cwd: src })
  .map((file) => readFileSync(join(src, file), 'utf8'))
  .join('\n')

/** Phrases that readers stumbled over, or that were untrue. Each was said better, in other words. */
const retired = [
  'take it back for free',
  'Your wallet is your name here',
  'What stands, and what has ended',
  'Made to you',
  'Made by you',
  'the same table as on the main page',
  'Let the contract move it',
  'Look at everything, and sign',
  'Free of any fee but',
  'The platform fee is due once more',
  'This offer is no longer active',
  'This is no offer’s id',
  'No offer under this id',
  'Network, about',
  'Looking whether it sent',
  'Wait until it has ended',
  'Capital and small letters',
  'and not gone',
  'by nobody',
  'everything that the contract holds',
  'holds enough coin',
  'Trades a day',
  'Completed against',
  'with an NFT of it',
  'before it shows itself',
  'has announced itself',
  'The server is away.',
  'Reload for the rest',
  'otherwise it whistles',
  'The line stood',
  'Nobody talks here',
  'Nobody sits here',
  'stands twice on one side',
  'There is no relay',
  'What lies on the table is yours',
  'If in doubt take a day',
  'has lost count',
  'Everything else is refused',
  'How it stands',
  'An NFT lies here',
  'lie on the table',
  'lies on the left',
  'the offer stands',
  'after seven days, when you sign in',
  'Propose all the same',
  'lost the line',
  'the line is back',
  'it goes on without you',
  'comes back by itself',
  'Put this away',
  'was never here',
  'is told.',
  'how things stood',
  'gives nobody a score',
  'The history goes on',
  'Look twice at these',
]

/** Words that give the page a translated sound. Each has a plainer one. */
const translated =
  /\b(?:anew|beside|besides|somebody|anybody|whoever|whomever|pieces?|lie|lies|stands|stood|meanwhile|all the same|by itself)\b/i

/** People contract these, but for the texts that the specification quotes. */
const uncontracted = /\b(?:is|are|was|were|do|does|did|has|have|had|could|would|will|should) not\b|\bcannot\b(?!-)/i

/** What users read: the strings of the catalogue, without comments and keys. */
const strings = [
  ...texts.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '').matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g),
].map(([quoted]) => quoted)

describe('given the texts of the page', () => {
  it.each(retired)('none says “%s”', (phrase) => {
    expect(texts).not.toContain(phrase)
  })

  it('none has a word that sounds translated', () => {
    expect(strings.length).toBeGreaterThan(1_000)
    expect(strings.filter((text) => translated.test(text))).toEqual([])
  })

  it('“not” is contracted, as people speak, unless the specification has it otherwise', () => {
    const given = quotedTexts.flatMap(({ text }) => (uncontracted.test(text) ? [text] : []))
    expect(given).not.toEqual([])
    const found = strings.filter((text) => uncontracted.test(text))
    expect(found.filter((text) => !given.some((quoted) => text.includes(quoted)))).toEqual([])
  })

  it('one word names an expired offer on every screen', () => {
    const named = [offerPaperText.expiredOn, statsText.expiredName, statsText.ranOut, escrowText.states.expired]
    expect(new Set(named)).toEqual(new Set(['Expired']))
    expect(texts).not.toMatch(/offers? ran out|'Ran out/)
  })
})
