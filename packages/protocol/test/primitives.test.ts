import { describe, expect, it } from 'vitest'
import { addressSchema, hash32Schema, uint256Schema, unixSecondsSchema } from '../src/primitives.ts'

const checksummed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('given an address on the wire', () => {
  it.each([checksummed, checksummed.toLowerCase(), `0x${checksummed.slice(2).toUpperCase()}`])(
    'takes %s and gives it checksummed',
    (text) => expect(addressSchema.parse(text)).toBe(checksummed),
  )

  it.each(['', '0x', checksummed.slice(0, -1), checksummed.replace('C8', 'c8'), `0x${'0'.repeat(40)}`, 5, null])(
    'refuses %s',
    (wrong) => expect(addressSchema.safeParse(wrong).success).toBe(false),
  )
})

describe('given numbers on the wire', () => {
  it.each(['0', '1', String(2n ** 256n - 1n)])('takes the token id %s', (text) => {
    expect(uint256Schema.parse(text)).toBe(text)
  })

  it.each(['', '-1', '01', '1.5', '1e3', '0x1', ' 1', String(2n ** 256n), '9'.repeat(100), 1])(
    'refuses the token id %s',
    (wrong) => expect(uint256Schema.safeParse(wrong).success).toBe(false),
  )

  it('takes seconds of digits alone', () => {
    expect(unixSecondsSchema.safeParse('1700000000').success).toBe(true)
    for (const wrong of ['', '-5', '1.7e9', 'soon', '9'.repeat(13)]) {
      expect(unixSecondsSchema.safeParse(wrong).success).toBe(false)
    }
  })
})

describe('given a hash on the wire', () => {
  it('takes it in any case and gives it in lower case', () => {
    expect(hash32Schema.parse(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
    for (const wrong of ['0x', `0x${'ab'.repeat(31)}`, `0x${'ab'.repeat(33)}`, 'ab'.repeat(32)]) {
      expect(hash32Schema.safeParse(wrong).success).toBe(false)
    }
  })
})
