import type { CollectionKey } from '../art/drawToken.ts'

export type Party = 'alice' | 'bob' | 'carol'

/** A number of NFTs of a collection, from the holder's initial ones. */
export type Lot = readonly [key: CollectionKey, count: number]

/** An offer of the demonstration: who sent it when, and how it ended if it did. */
export interface ToldOffer {
  readonly creator: Party
  readonly recipient: Party
  readonly offered: readonly Lot[]
  readonly requested: readonly Lot[]
  readonly durationS: number
  /** How long before the world's opening it was sent. */
  readonly sentAgoS: number
  readonly settled?: { readonly how: 'accepted' | 'cancelled' | 'returned'; readonly agoS: number }
}

const minuteS = 60
const hourS = 60 * minuteS
const dayS = 24 * hourS
const weekS = 7 * dayS

/** How far back the world's history begins. */
export const storyLengthS = 12 * dayS

/** What happened before the visitor came: offers that wait, offers that ran out, swaps that were made. */
export const demoStory: readonly ToldOffer[] = [
  // Made and over.
  {
    creator: 'alice',
    recipient: 'bob',
    offered: [['steady', 1]],
    requested: [['hoppers', 1]],
    durationS: weekS,
    sentAgoS: 11 * dayS,
    settled: { how: 'accepted', agoS: 10 * dayS },
  },
  {
    creator: 'carol',
    recipient: 'bob',
    offered: [['avax-apes', 2]],
    requested: [['furks', 1]],
    durationS: weekS,
    sentAgoS: 8 * dayS,
    settled: { how: 'accepted', agoS: 6 * dayS },
  },
  {
    creator: 'bob',
    recipient: 'carol',
    offered: [['madskullz', 1]],
    requested: [['roostr', 3]],
    durationS: dayS,
    sentAgoS: 5 * dayS,
    settled: { how: 'cancelled', agoS: 5 * dayS - hourS },
  },
  {
    creator: 'carol',
    recipient: 'alice',
    offered: [['party-animals', 3]],
    requested: [['aso', 1]],
    durationS: dayS,
    sentAgoS: 4 * dayS,
    settled: { how: 'returned', agoS: 2 * dayS },
  },
  {
    creator: 'carol',
    recipient: 'alice',
    offered: [['chad-doge', 1]],
    requested: [['chikn', 1]],
    durationS: weekS,
    sentAgoS: 3 * dayS,
    settled: { how: 'accepted', agoS: 20 * hourS },
  },
  {
    creator: 'bob',
    recipient: 'carol',
    offered: [['hoppers', 1]],
    requested: [['smol-joes-season-2', 2]],
    durationS: dayS,
    sentAgoS: 9 * hourS,
    settled: { how: 'accepted', agoS: 5 * hourS },
  },
  // Ran out, and still in the escrow.
  {
    creator: 'alice',
    recipient: 'carol',
    offered: [['dokyo', 1]],
    requested: [['the-salvors', 2]],
    durationS: hourS,
    sentAgoS: 2 * dayS,
  },
  {
    creator: 'bob',
    recipient: 'alice',
    offered: [['furks', 1]],
    requested: [['farmland', 1]],
    durationS: 5 * minuteS,
    sentAgoS: 5 * hourS,
  },
  {
    creator: 'carol',
    recipient: 'bob',
    offered: [['chad-doge', 2]],
    requested: [['nochillio', 1]],
    durationS: dayS,
    sentAgoS: 3 * dayS,
  },
  // Waiting for an answer.
  {
    creator: 'alice',
    recipient: 'bob',
    offered: [['aso', 1]],
    requested: [['aso', 1]],
    durationS: weekS,
    sentAgoS: 26 * hourS,
  },
  {
    creator: 'alice',
    recipient: 'bob',
    offered: [
      ['the-salvors', 1],
      ['farmland', 1],
    ],
    requested: [['the-face-1966', 1]],
    durationS: weekS,
    sentAgoS: 22 * hourS,
  },
  {
    creator: 'bob',
    recipient: 'alice',
    offered: [['ferdy-frens', 1]],
    requested: [['steady', 1]],
    durationS: dayS,
    sentAgoS: 3 * hourS,
  },
  {
    creator: 'carol',
    recipient: 'alice',
    offered: [
      ['avax-apes', 1],
      ['roostr', 1],
      ['party-animals', 1],
    ],
    requested: [
      ['hoppers', 1],
      ['parley', 1],
    ],
    durationS: weekS,
    sentAgoS: 30 * hourS,
  },
  {
    creator: 'carol',
    recipient: 'alice',
    offered: [
      ['roostr', 3],
      ['avax-apes', 3],
      ['chad-doge', 1],
    ],
    requested: [
      ['dokyo', 2],
      ['ferdy-frens', 1],
      ['aso', 2],
    ],
    durationS: weekS,
    sentAgoS: 2 * hourS,
  },
  {
    creator: 'bob',
    recipient: 'carol',
    offered: [['nochillio', 1]],
    requested: [['smol-joes-season-2', 1]],
    durationS: weekS,
    sentAgoS: 90 * minuteS,
  },
]
