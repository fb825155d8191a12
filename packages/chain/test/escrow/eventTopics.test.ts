import { toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { creationTopics, returnClaimedTopic, returnFailedTopic } from '../../src/escrow/eventTopics.ts'
import { escrowCoinsAbi } from '../../src/gen/escrowCoinsAbi.ts'
import { swapEscrowAbi } from '../../src/gen/swapEscrowAbi.ts'

const events = [...swapEscrowAbi, ...escrowCoinsAbi].filter((item) => item.type === 'event')
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

  it('has these topics for returns', () => {
    expect(topicsOf(/^Return/).toSorted()).toEqual([returnClaimedTopic, returnFailedTopic].toSorted())
  })
})
