import { describe, expect, it } from 'vitest'
import { parseCoin, parseTokenId } from '../src/index.ts'

describe('given a typed amount', () => {
  it.each([
    ['0', 0n],
    ['0.01', 10n ** 16n],
    [' 0.025 ', 25n * 10n ** 15n],
    ['1.000000000000000001', 10n ** 18n + 1n],
  ])('reads %j', (text, wei) => expect(parseCoin(text)).toBe(wei))

  it.each([
    '',
    ' ',
    'abc',
    '1e3',
    '-0.01',
    '+1',
    '0,01',
    '.5',
    '1.',
    '0x10',
    '0.0000000000000000001',
    'NaN',
    'Infinity',
    '1 0',
    '١',
  ])('refuses %j', (text) => expect(parseCoin(text)).toBeNull())
})

describe('given a typed token id', () => {
  const largest = (2n ** 256n - 1n).toString()

  it.each([
    ['0', 0n],
    ['007', 7n],
    [' 12 ', 12n],
    [largest, 2n ** 256n - 1n],
  ])('reads %j', (text, tokenId) => expect(parseTokenId(text)).toBe(tokenId))

  it.each(['', ' ', '1 2', '0x1f', '-1', '1.0', '1e3', 'abc', (2n ** 256n).toString(), '9'.repeat(78), '1'.repeat(79)])(
    'refuses %j',
    (text) => expect(parseTokenId(text)).toBeNull(),
  )
})
