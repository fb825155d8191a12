import type { Address } from '@parley/domain'
import { encodeAbiParameters, toEventSelector, zeroHash, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { creationTopics, leftAfterClaim, leftBehind } from '../../src/escrow/offerLogs.ts'
import { swapEscrowAbi } from '../../src/gen/swapEscrowAbi.ts'

const escrow: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const events = swapEscrowAbi.filter((item) => item.type === 'event')
const topicsOf = (suffix: RegExp) => events.filter(({ name }) => suffix.test(name)).map((item) => toEventSelector(item))

describe('given the escrow’s ABI', () => {
  it('has these topics for its creations, each with offer, creator and recipient as topics', () => {
    expect(topicsOf(/^(Multi)?Swap.*Created$/).toSorted()).toEqual(creationTopics.toSorted())
    for (const { name, inputs } of events.filter((item) => /^(Multi)?Swap.*Created$/.test(item.name)))
      expect([name, inputs.slice(0, 3).map((input) => 'indexed' in input && input.name)]).toEqual([
        name,
        ['offerId', 'creator', 'recipient'],
      ])
  })

  it.each(['ReturnFailed', 'ReturnClaimed'])('reads %s from a receipt', (name) => {
    const nft = { contract: escrow, tokenId: 7n }
    const data = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [nft.contract, nft.tokenId])
    const topics: [Hex, Hex] = [topicsOf(new RegExp(`^${name}$`))[0] ?? '0x', zeroHash]
    const place = { blockHash: zeroHash, blockNumber: 1n, logIndex: 0, transactionHash: zeroHash, transactionIndex: 0 }
    const receipt = { logs: [{ ...place, address: escrow, topics, data, removed: false, blockTimestamp: undefined }] }
    expect(leftBehind(receipt, escrow)).toEqual(name === 'ReturnFailed' ? [nft] : [])
    expect(leftAfterClaim(receipt, { escrow, unreturned: [nft] })).toEqual(name === 'ReturnFailed' ? [nft] : [])
  })
})
