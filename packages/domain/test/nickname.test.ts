import { describe, expect, it } from 'vitest'
import { cleanNickname, maxNicknameLength, nicknameProblem, nicknamesLookAlike } from '../src/nickname.ts'

describe('given a private name for an address', () => {
  it.each([
    ['  Bob \n the\tBuilder ', 'Bob the Builder'],
    ['Bob\u202E0x1234', 'Bob0x1234'],
    ['B\u200Bo\u00ADb\u2800', 'Bob'],
    ['\u3164\u200E', ''],
    ['Zoe\u0308', 'Zoë'],
    ['Z\u0300\u0301\u0302\u0303\u0304', 'Z\u0300\u0301'],
    ['名前 🦊', '名前 🦊'],
  ])('keeps what can be seen of %j', (text, kept) => {
    expect(cleanNickname(text)).toBe(kept)
  })

  it('has at most 40 characters, and none of them cut in half', () => {
    expect([...cleanNickname('🦊'.repeat(100))]).toHaveLength(maxNicknameLength)
    expect(cleanNickname('🦊'.repeat(100))).not.toMatch(/[\uD800-\uDFFF](?![\uDC00-\uDFFF])(?<![\uD800-\uDBFF].)/)
  })

  it('is the same when it is cleaned again, over 1,000 seeded texts', () => {
    let state = 11
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return (state >>> 8) % below
    }
    const letters = [
      'a',
      'B',
      ' ',
      '\n',
      '\u202E',
      '\u200D',
      '\u0301',
      '\u0308',
      '🦊',
      'é',
      '\uD83E',
      '0',
      'x',
      '\u2800',
    ]
    for (let round = 0; round < 1_000; round += 1) {
      const text = Array.from({ length: next(120) }, () => letters[next(letters.length)]).join('')
      const name = cleanNickname(text)
      expect(cleanNickname(name), JSON.stringify(text)).toBe(name)
      expect([...name].length).toBeLessThanOrEqual(maxNicknameLength)
      expect(name).not.toMatch(/[\p{C}\u2800]/u)
    }
  })

  it.each([
    ['', 'empty'],
    ['\u200B', 'empty'],
    ['0x3C44…93BC', 'address'],
    ['０ｘ3C44', 'address'],
    ['0 degrees', null],
    ['Bob', null],
  ])('says of %j that it is %j', (text, problem) => {
    expect(nicknameProblem(text)).toBe(problem)
  })

  it.each([
    ['Bob', 'bob'],
    ['Bob', 'B0b'],
    ['Bob', 'Вов'.replace('в', 'b')],
    ['Will', 'WiII'],
    ['Bob', 'Bob.'],
    ['Mira', '𝐌𝐢𝐫𝐚'],
  ])('finds %j and %j alike', (one, other) => {
    expect(nicknamesLookAlike(one, other)).toBe(true)
  })

  it.each([
    ['Bob', 'Bobby'],
    ['Bob 2', 'Bob 6'],
    ['🦊', '🐻'],
    ['Mira', 'Theo'],
  ])('tells %j from %j', (one, other) => {
    expect(nicknamesLookAlike(one, other)).toBe(false)
  })
})
