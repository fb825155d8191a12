import { describe, expect, it } from 'vitest'
import { maxCoinsWei, parseCoin, parseTokenId, readCoins } from '../src/index.ts'

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

describe('given an amount that is being typed', () => {
  const most = '79228162514.264337593543950335'

  it.each([
    ['', 0n],
    ['.', 0n],
    ['0', 0n],
    ['000.00', 0n],
    ['1.', 10n ** 18n],
    ['.5', 5n * 10n ** 17n],
    [' 007.25 ', 725n * 10n ** 16n],
    ['0.000000000000000001', 1n],
    [most, maxCoinsWei],
  ])('reads %j', (text, wei) => expect(readCoins(text)).toEqual({ wei }))

  it.each([
    ['abc', 'not-a-number'],
    ['1,5', 'not-a-number'],
    ['-1', 'not-a-number'],
    ['1e3', 'not-a-number'],
    ['1 0', 'not-a-number'],
    ['1.2.3', 'not-a-number'],
    ['5 AVAX', 'not-a-number'],
    ['١', 'not-a-number'],
    ['0.0000000000000000001', 'decimals'],
    ['79228162514.264337593543950336', 'too-much'],
    ['1'.repeat(10_000), 'too-much'],
  ])('refuses %j', (text, problem) => expect(readCoins(text)).toEqual({ problem }))
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
