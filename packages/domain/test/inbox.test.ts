import { describe, expect, it } from 'vitest'
import {
  type Address,
  inboxKeptS,
  inboxOf,
  type InboxSources,
  nextReminderS,
  type Offer,
  type Settlement,
  type Table,
  tableLapseS,
} from '../src/index.ts'
import { alice, bob, givenOffer } from './givenOffer.ts'

const hourS = 3_600
const dayS = 24 * hourS
const startS = 1_700_000_000

/** Alice's offer to Bob, open for three days. */
const offer = givenOffer({ createdAtS: startS, expiresAtS: startS + 3 * dayS })
const settled = (kind: Settlement['kind'], by: Address, atS: number): Offer => ({
  ...offer,
  settlement: { kind, by, atS, txHash: `0x${'55'.repeat(32)}` },
})

function inbox(viewer: Address, atS: number, sources: Partial<InboxSources> = {}) {
  const none = { offers: [offer], declines: new Map(), moved: new Map(), tables: [] }
  return inboxOf({ viewer, ...none, chainS: atS, serverS: atS, ...sources })
}

/** Each item as `kind act`, or `kind` where nothing is left to do. */
const lines = (...given: Parameters<typeof inbox>) =>
  inbox(...given).map(({ kind, act }) => (act ? `${kind} ${act}` : kind))

describe('given an offer', () => {
  it('needs the recipient until it expires, with one reminder at a time', () => {
    expect(lines(bob, startS)).toEqual(['offer-received answer-offer'])
    expect(lines(bob, startS + 2 * dayS - 1)).toEqual(['offer-received answer-offer'])
    expect(lines(bob, startS + 2 * dayS)).toEqual(['expires-in-day answer-offer', 'offer-received answer-offer'])
    expect(lines(bob, startS + 3 * dayS - hourS)).toEqual([
      'expires-in-hour answer-offer',
      'offer-received answer-offer',
      'expires-in-day',
    ])
    expect(lines(bob, startS + 3 * dayS)[0]).toBe('expires-in-hour answer-offer')
    expect(lines(bob, startS + 3 * dayS + 1)).toEqual(['expires-in-hour', 'expires-in-day', 'offer-received'])
  })

  it('reminds the creator as well, and asks for the NFTs back once it has expired', () => {
    expect(lines(alice, startS)).toEqual([])
    expect(lines(alice, startS + 2 * dayS)).toEqual(['expires-in-day take-back'])
    expect(lines(alice, startS + 3 * dayS + 1)).toEqual(['expired bring-home', 'expires-in-hour', 'expires-in-day'])
  })

  it('reminds by chain time, whatever the server’s clock says', () => {
    const dueS = startS + 2 * dayS
    expect(lines(bob, startS, { serverS: dueS })).toEqual(['offer-received answer-offer'])
    expect(lines(bob, dueS, { serverS: startS })[0]).toBe('expires-in-day answer-offer')
    expect(lines(alice, startS, { serverS: startS + 4 * dayS })).toEqual([])
  })

  it('reminds of nothing that is as old as the offer', () => {
    const short = [{ ...offer, expiresAtS: startS + hourS }]
    expect(lines(alice, startS + hourS, { offers: short })).toEqual([])
    const oneDay = [{ ...offer, expiresAtS: startS + dayS }]
    expect(lines(alice, startS + dayS, { offers: oneDay })).toEqual(['expires-in-hour take-back'])
  })

  it('tells the creator who accepted, and who sent the NFTs back', () => {
    const accepted = { offers: [settled('completed', bob, startS + 9)] }
    expect(lines(alice, startS + 9, accepted)).toEqual(['offer-accepted'])
    expect(lines(bob, startS + 9, accepted)).toEqual(['offer-received'])
    const lateS = startS + 3 * dayS + 9
    const returned = { offers: [settled('cancelled', bob, lateS)] }
    expect(lines(alice, lateS, returned)).toEqual(['offer-returned', 'expired', 'expires-in-hour', 'expires-in-day'])
    expect(lines(alice, startS + 9, { offers: [settled('cancelled', alice, startS + 9)] })).toEqual([])
  })

  it('tells the creator of a decline and of NFTs that moved, until it ends', () => {
    const decline = { reason: 'not-now', text: 'Later', atS: startS + 5 } as const
    const nfts = offer.requested
    const sources = {
      declines: new Map([[offer.id, decline]]),
      moved: new Map([[offer.id, { nfts, atS: startS + 6 }]]),
    }
    expect(inbox(alice, startS + 9, sources)).toMatchObject([
      { kind: 'nft-moved', nfts, act: 'take-back', id: `nft-moved:${offer.id}` },
      { kind: 'offer-declined', act: 'take-back', decline: { reason: 'not-now', text: 'Later' } },
    ])
    const ended = { ...sources, offers: [settled('cancelled', alice, startS + 9)] }
    expect(lines(alice, startS + 9, ended)).toEqual(['offer-declined'])
    expect(lines(bob, startS + 9, ended)).toEqual(['offer-received'])
  })

  it('tells both of an offered NFT that left the escrow, for as long as the offer is open', () => {
    const nfts = offer.offered
    const moved = { moved: new Map([[offer.id, { nfts, atS: null }]]) }
    expect(lines(alice, startS + 9, moved)).toEqual(['nft-moved take-back'])
    expect(lines(bob, startS + 9, moved)).toEqual(['nft-moved answer-offer', 'offer-received answer-offer'])
    expect(inbox(bob, startS + 9, moved)[0]).toMatchObject({ nfts, needsYou: true, id: `nft-moved:${offer.id}` })
    expect(lines(bob, startS + 3 * dayS + 1, moved)).not.toContain('nft-moved answer-offer')
  })

  it('needs no answer where the recipient has blocked its creator', () => {
    const blocked = { blocked: new Set([alice]) }
    const [item, ...others] = inbox(bob, startS, blocked)
    expect(item).toMatchObject({ kind: 'offer-received', needsYou: false, act: 'answer-offer' })
    expect(others).toEqual([])
    // Whom the creator has blocked is no matter of theirs.
    const own = inbox(alice, startS + 2 * dayS, { blocked: new Set([bob]) })
    expect(own).toMatchObject([{ kind: 'expires-in-day', needsYou: true }])
  })

  it('asks the creator to claim what could not go home', () => {
    const stuck = { ...settled('cancelled', alice, startS + 9), unreturned: offer.offered }
    const [item] = inbox(alice, startS + 90 * dayS, { offers: [stuck] })
    expect(item).toMatchObject({ kind: 'not-returned', act: 'claim', nfts: offer.offered, needsYou: true })
  })

  it('remembers what was claimed for as long as all that is settled, also after a month of waiting', () => {
    const home = settled('cancelled', alice, startS + 9)
    const claimedS = startS + 90 * dayS
    const claims = new Map([[home.id, { nfts: offer.offered, atS: claimedS }]])
    const at = (atS: number) =>
      inbox(alice, atS, { offers: [home], claims }).filter(({ kind }) => kind === 'not-returned')
    expect(at(claimedS)).toMatchObject([{ act: null, needsYou: false, nfts: offer.offered, atS: startS + 9 }])
    expect(at(claimedS + inboxKeptS)).toHaveLength(1)
    expect(at(claimedS + inboxKeptS + 1)).toEqual([])
  })

  it('goes on asking for the rest where only a part was claimed', () => {
    const [first] = offer.offered
    const stuck = { ...settled('cancelled', alice, startS + 9), unreturned: offer.requested }
    const claims = new Map([[stuck.id, { nfts: first ? [first] : [], atS: startS + 20 }]])
    const [item] = inbox(alice, startS + 90 * dayS, { offers: [stuck], claims })
    expect(item).toMatchObject({ act: 'claim', needsYou: true, nfts: [...offer.requested, first] })
  })

  it('says what the viewer gives and gets', () => {
    expect(inbox(bob, startS)[0]).toMatchObject({
      other: alice,
      gives: { nfts: offer.requested },
      gets: { nfts: offer.offered },
    })
  })

  it('forgets what is settled after 30 days, and never what still waits', () => {
    const accepted = { offers: [settled('completed', bob, startS)] }
    expect(lines(alice, startS + inboxKeptS, accepted)).toEqual(['offer-accepted'])
    expect(lines(alice, startS + inboxKeptS + 1, accepted)).toEqual([])
    expect(lines(alice, startS + 9 * inboxKeptS)).toEqual(['expired bring-home'])
  })

  it('knows the next second at which time changes something', () => {
    const times = [startS]
    for (let atS: number | null = startS; atS !== null;) {
      atS = nextReminderS(offer, atS)
      if (atS !== null) times.push(atS)
    }
    expect(times).toEqual([startS, startS + 2 * dayS, startS + 3 * dayS - hourS, startS + 3 * dayS + 1])
    expect(nextReminderS(settled('completed', bob, startS), startS)).toBeNull()
  })
})

describe('given a table', () => {
  const deal = {
    opener: { nfts: offer.offered, wei: 0n },
    guest: { nfts: offer.requested, wei: 5n },
    durationMinutes: 1440,
  } as const
  const table: Table = {
    id: 'abcdefghijklmnopqrstuv',
    opener: alice,
    guest: bob,
    portal: null,
    counters: null,
    version: { number: 3, by: 'opener', deal, answers: null, state: 'open', atS: startS },
    ready: { opener: true, guest: false },
    locker: 'opener',
    agreedAtS: null,
    agreed: null,
    offerId: null,
    closed: null,
    openedAtS: startS,
    changedAtS: startS,
  }
  const agreed: Table = { ...table, ready: { opener: true, guest: true }, agreedAtS: startS + 5 }
  const at = (viewer: Address, changed: Table, lock: InboxSources['tables'][number]['lock'] = null, atS = startS + 9) =>
    lines(viewer, atS, { offers: [], tables: [{ table: changed, lock }] })

  it('waits for the answer of the other, and for the tick on a version that was changed live', () => {
    expect(at(bob, table)).toEqual(['table-answer answer-table'])
    expect(at(alice, table)).toEqual([])
    const live = { ...table, ready: { opener: false, guest: true } }
    expect(at(alice, live)).toEqual(['table-answer answer-table'])
  })

  it('carries what a counter changed, for who is to answer', () => {
    const before = { ...deal, durationMinutes: 60 } as const
    const counterFor = (viewer: Address, answers: Table['version']['answers']) => {
      const countered = { ...table, version: { ...table.version, answers } }
      const sources = { offers: [], tables: [{ table: countered, lock: null }] }
      return inbox(viewer, startS + 9, sources).map(({ counter }) => counter)
    }
    expect(counterFor(bob, before)).toEqual([{ before, durationMinutes: 1440 }])
    expect(counterFor(bob, null)).toEqual([null])
    // The same terms again, after a decline.
    expect(counterFor(bob, deal)).toEqual([null])
    expect(counterFor(alice, before)).toEqual([])
  })

  it('waits for the lock of one of the two, until an offer holds it', () => {
    expect(at(alice, agreed)).toEqual(['table-lock lock-in'])
    expect(at(bob, agreed)).toEqual(['table-answer'])
    expect(at(alice, { ...agreed, offerId: offer.id }, 'open')).toEqual(['table-lock'])
    expect(at(alice, { ...agreed, offerId: offer.id }, 'cancelled')).toEqual(['table-lock lock-in'])
  })

  it('tells of a decline', () => {
    const declined: Table = { ...table, version: { ...table.version, state: 'declined' } }
    expect(at(alice, declined)).toEqual(['table-declined answer-table'])
    expect(at(bob, declined)).toEqual(['table-answer'])
  })

  it('waits no more once it was left or has lapsed', () => {
    expect(at(bob, { ...table, closed: { by: 'opener', atS: startS } })).toEqual(['table-answer'])
    expect(at(bob, table, null, startS + tableLapseS + 1)).toEqual(['table-answer'])
  })

  it('waits for the lock again once the offer that locked it in has expired, and lapses two weeks later', () => {
    const lockEndsS = startS + 100
    const at = (atS: number) => lines(alice, atS, { offers: [], tables: [{ table: agreed, lock: 'open', lockEndsS }] })
    expect(at(lockEndsS)).toEqual(['table-lock'])
    expect(at(lockEndsS + 1)).toEqual(['table-lock lock-in'])
    expect(at(lockEndsS + tableLapseS)).toEqual(['table-lock lock-in'])
    expect(at(lockEndsS + tableLapseS + 1)).toEqual(['table-lock'])
  })

  it('waits for the lock again for two weeks after its offer was cancelled', () => {
    const lockEndsS = startS + 10 * dayS
    const at = (atS: number) =>
      lines(alice, atS, { offers: [], tables: [{ table: agreed, lock: 'cancelled', lockEndsS }] })
    expect(at(lockEndsS + tableLapseS)).toEqual(['table-lock lock-in'])
    expect(at(lockEndsS + tableLapseS + 1)).toEqual(['table-lock'])
  })

  it('tells both of an NFT that has moved while it is negotiated', () => {
    const sources = { offers: [], moved: new Map([[table.id, { nfts: offer.requested, atS: null }]]) }
    expect(lines(alice, startS + 9, { ...sources, tables: [{ table, lock: null }] })).toEqual([
      'nft-moved answer-table',
    ])
    const locked = { ...sources, tables: [{ table: agreed, lock: 'open' as const }] }
    expect(lines(bob, startS + 9, locked)).toEqual(['table-answer'])
  })

  it('is one item for each version', () => {
    const id = (changed: Table) => inbox(bob, startS, { offers: [], tables: [{ table: changed, lock: null }] })[0]?.id
    expect(id(table)).toBe(`table-answer:${table.id}:3`)
    expect(id({ ...table, version: { ...table.version, number: 4 } })).toBe(`table-answer:${table.id}:4`)
  })
})

it('lists what needs the viewer first, then the newest first', () => {
  const older = givenOffer({ id: `0x${'33'.repeat(32)}`, createdAtS: startS, expiresAtS: startS + dayS * 9 })
  const done = { ...settled('cancelled', alice, startS + 60), createdAtS: startS + 50 }
  const newer = { ...older, id: `0x${'44'.repeat(32)}` as const, createdAtS: startS + 1 }
  const ids = inbox(bob, startS + 99, { offers: [older, done, newer] }).map(({ id }) => id)
  expect(ids).toEqual([newer, older, done].map(({ id }) => `offer-received:${id}`))
})
