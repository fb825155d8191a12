import type { Address } from '@parley/domain'
import type { LiveEvent } from '@parley/protocol'
import { describe, expect, it } from 'vitest'
import { createLiveFeed, type LiveFeed } from '../../src/live/liveFeed.ts'

const wallet = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`
const offerOf = (creator: number, recipient: number): LiveEvent => ({
  type: 'offer',
  offerId: `0x${'e'.repeat(62)}${creator.toString(16).padStart(2, '0')}`,
  creator: wallet(creator),
  recipient: wallet(recipient),
})

/** A page, and what it was sent. */
function open(feed: LiveFeed, ...topics: string[]) {
  const sent: LiveEvent[] = []
  const leave = feed.follow(({ event }) => sent.push(event), new Set(topics))
  return { sent, leave }
}

describe('given 10,000 open pages, each about a wallet of its own', () => {
  it('sends each change to the pages of its two wallets, and to no other', () => {
    const feed = createLiveFeed()
    const pages = Array.from({ length: 10_000 }, (_, number) => open(feed, wallet(number)))
    const changes = Array.from({ length: 50 }, (_, number) => offerOf(2 * number, 2 * number + 1))
    feed.publish(changes)
    expect(pages.reduce((sum, { sent }) => sum + sent.length, 0)).toBe(2 * changes.length)
    expect(pages[7]?.sent).toEqual([changes[3]])
  })

  it('sends blocks, greetings and changes of an escrow to all of them', () => {
    const feed = createLiveFeed()
    const pages = Array.from({ length: 10_000 }, (_, number) => open(feed, wallet(number)))
    feed.publish([
      { type: 'head', block: 1, timestamp: 2 },
      { type: 'hello', indexedBlock: 0 },
      { type: 'escrow', escrow: wallet(1) },
    ])
    expect(pages.every(({ sent }) => sent.length === 3)).toBe(true)
  })
})

describe('given a page about some topics', () => {
  it('is sent a change once, however many of its topics it is about, and of moved NFTs its own wallets alone', () => {
    const feed = createLiveFeed()
    const offer = offerOf(1, 2)
    const { sent } = open(feed, wallet(1), wallet(2), `0x${'e'.repeat(62)}01`)
    feed.publish([offer, { type: 'holdings', addresses: [wallet(1), wallet(3), wallet(2)] }])
    expect(sent).toEqual([offer, { type: 'holdings', addresses: [wallet(1), wallet(2)] }])
  })

  it('is sent nothing after it has left, and leaves the others of its wallet alone', () => {
    const feed = createLiveFeed()
    const [gone, there] = [open(feed, wallet(1)), open(feed, wallet(1))]
    gone.leave()
    feed.publish([offerOf(1, 2)])
    expect([gone.sent.length, there.sent.length, feed.pages()]).toEqual([0, 1, 1])
  })

  it('is sent every change where it names none', () => {
    const feed = createLiveFeed()
    const sent: LiveEvent[] = []
    feed.follow(({ event }) => sent.push(event), null)
    feed.publish([offerOf(1, 2), { type: 'holdings', addresses: [wallet(3)] }])
    expect(sent).toHaveLength(2)
  })
})

describe('given a page that subscribes after it has read', () => {
  it('learns which of its topics changed in the last half minute', () => {
    let nowMs = 0
    const feed = createLiveFeed(() => nowMs)
    const topics = new Set([wallet(1), wallet(3)])
    feed.publish([offerOf(1, 2)])
    expect(feed.changedLately(topics)).toEqual([wallet(1)])
    nowMs = 31_000
    expect(feed.changedLately(topics)).toEqual([])
  })

  it('takes all of them as changed after more changes than are remembered, or a lost line to the other servers', () => {
    const feed = createLiveFeed()
    const topics = new Set([wallet(1), wallet(3)])
    feed.publish([{ type: 'holdings', addresses: Array.from({ length: 20_001 }, (_, number) => wallet(100 + number)) }])
    expect(feed.changedLately(topics)).toEqual([...topics])
    const other = createLiveFeed()
    expect(other.changedLately(topics)).toEqual([])
    other.publish([{ type: 'hello', indexedBlock: 0 }])
    expect(other.changedLately(topics)).toEqual([...topics])
  })
})
