import { describe, expect, it } from 'vitest'
import { assumedFeeWei, exchangeKey, isLopsided, lopsidedTimes, sharedTraits, type Nft } from '../src/index.ts'

const nfts = (count: number): Nft[] =>
  Array.from({ length: count }, (_, at) => ({
    contract: '0x54C800d2331E10467143911aabCa092d68bF4166',
    tokenId: BigInt(at),
  }))

describe('given a deal by what one gives and gets', () => {
  it.each([
    [20, 1, true],
    [lopsidedTimes, 1, true],
    [20, 2, true],
    [lopsidedTimes - 1, 1, false],
    [19, 2, false],
    [1, 20, false],
    [20, 0, false],
  ])('%d for %d is lop-sided to the giver: %s', (gives, gets, expected) => {
    expect(isLopsided({ gives: nfts(gives), gets: nfts(gets), receivedWei: 0n })).toBe(expected)
  })

  it.each([
    [1n, true],
    [assumedFeeWei, true],
    [assumedFeeWei + 1n, false],
  ])('%d wei received make up for it: lop-sided %s', (receivedWei, expected) => {
    expect(isLopsided({ gives: nfts(20), gets: nfts(1), receivedWei })).toBe(expected)
  })

  it.each([
    [20, 1n, true],
    [1, assumedFeeWei, true],
    [1, assumedFeeWei + 1n, false],
    [0, 1n, false],
  ])('%d for coins alone, %d wei, is lop-sided: %s', (gives, receivedWei, expected) => {
    expect(isLopsided({ gives: nfts(gives), gets: [], receivedWei })).toBe(expected)
  })

  it('is another deal with other coins', () => {
    const deal = { gives: nfts(20), gets: nfts(1), receivedWei: 2n }
    expect(exchangeKey({ ...deal, receivedWei: 1n })).not.toBe(exchangeKey(deal))
  })
})

describe('given the traits of two NFTs', () => {
  const one = [
    { trait: 'Fur', value: 'gold' },
    { trait: 'Hat', value: 'none' },
    { trait: 'Eyes', value: 'open' },
  ]

  it('counts those with the same name and value, each once', () => {
    expect(sharedTraits(one, one)).toBe(3)
    expect(sharedTraits([...one, ...one], [{ trait: 'Fur', value: 'gold' }])).toBe(1)
    expect(sharedTraits(one, [{ trait: 'Hat', value: 'gold' }])).toBe(0)
    expect(sharedTraits([], one)).toBe(0)
  })
})
