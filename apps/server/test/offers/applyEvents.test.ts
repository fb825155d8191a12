import type { EscrowEvent } from '@parley/chain'
import type { Address, OfferId } from '@parley/domain'
import { describe, expect, it } from 'vitest'
import { suspectOffers, applyEvents, reconcile } from '../../src/offers/applyEvents.ts'
import type { StoredOffer } from '../../src/offers/storedOffer.ts'

const escrow: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const creator: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const recipient: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const id: OfferId = `0x${'a1'.repeat(32)}`
const offered = [1n, 2n].map((tokenId) => ({ contract: escrow, tokenId }))

const at = (block: number) => ({
  offerId: id,
  escrow,
  place: { block, logIndex: 0, txHash: `0x${String(block).padStart(64, '0')}` as const, timeS: 1_000 + block },
})
const created: EscrowEvent = {
  ...at(10),
  kind: 'created',
  creator,
  recipient,
  offered,
  requested: offered,
  coins: { offeredWei: 5n, requestedWei: 0n },
  expiresAtS: 2_000,
}
const cancelled: EscrowEvent = { ...at(20), kind: 'cancelled', by: creator }
const failed: EscrowEvent[] = offered.map((nft) => ({ ...at(20), kind: 'returnFailed', nft }))
const claimed: EscrowEvent[] = offered.map((nft) => ({ ...at(30), kind: 'returnClaimed', nft }))

const only = (offers: readonly StoredOffer[]): StoredOffer => {
  const [offer] = offers
  if (!offer || offers.length > 1) throw new Error(`there are ${offers.length} offers`)
  return offer
}

describe('given events of an offer', () => {
  it('makes the offer, open, and then closes it', () => {
    const first = applyEvents([], [created])
    expect(first).toMatchObject({ created: 1, deactivated: 0, unknown: [] })
    const open = only(first.changed)
    expect(open).toMatchObject({ id, settlement: null, createdBlock: 10, createdAtS: 1_010, unreturned: [] })
    const second = applyEvents([open], [cancelled])
    expect(second).toMatchObject({ created: 0, deactivated: 1 })
    expect(only(second.changed)).toMatchObject({
      settlement: { kind: 'cancelled', by: creator, atS: 1_020 },
      settledBlock: 20,
    })
  })

  it('keeps what could not be returned until it is claimed', () => {
    const left = only(applyEvents([], [created, cancelled, ...failed]).changed)
    expect(left.unreturned).toEqual(offered)
    const [first, second] = claimed
    if (!first || !second) throw new Error('two are claimed')
    const partly = only(applyEvents([left], [first]).changed)
    expect(partly.unreturned).toEqual([offered[1]])
    expect(only(applyEvents([partly], [second]).changed).unreturned).toEqual([])
  })

  it('changes nothing when the same events come again, in any cut', () => {
    const events = [created, cancelled, ...failed]
    const whole = only(applyEvents([], events).changed)
    for (let cut = 0; cut <= events.length; cut += 1) {
      const half = applyEvents([], events.slice(0, cut)).changed
      const rest = applyEvents(half, events.slice(cut)).changed
      expect(rest.length === 0 ? only(half) : only(rest)).toEqual(whole)
      expect(applyEvents([whole], events.slice(0, cut)).changed).toEqual([])
    }
  })

  it('names an offer whose creation was never read', () => {
    expect(applyEvents([], [cancelled])).toMatchObject({ changed: [], unknown: [id] })
  })

  it('fills in who and when where only the state had been read', () => {
    const open = only(applyEvents([], [created]).changed)
    const settlement = { kind: 'cancelled', by: null, txHash: null, atS: null } as const
    const folded = applyEvents([{ ...open, settlement }], [cancelled])
    expect(only(folded.changed).settlement).toMatchObject({ by: creator, atS: 1_020 })
    expect(folded.deactivated).toBe(0)
  })
})

describe('given what the escrow says of stored offers', () => {
  const open = only(applyEvents([], [created]).changed)
  const closed = only(applyEvents([open], [cancelled]).changed)
  const says = (state: 'unknown' | 'open' | 'completed' | 'cancelled', block = 100) => ({
    states: new Map([[id, state]]),
    block,
  })

  it('agrees without a change', () => {
    const nothing = { reactivated: [], deactivated: [], corrected: [], strays: [] }
    expect(reconcile(says('open'), [open])).toEqual(nothing)
    expect(reconcile(says('cancelled'), [closed])).toEqual(nothing)
    expect(reconcile({ states: new Map(), block: 100 }, [open, closed])).toEqual(nothing)
  })

  it('closes, reopens, corrects and drops', () => {
    const completed = only(reconcile(says('completed'), [open]).deactivated)
    expect(completed.settlement).toEqual({ kind: 'completed', by: recipient, txHash: null, atS: null })
    expect(only(reconcile(says('cancelled'), [open]).deactivated).settlement).toMatchObject({ by: null })
    expect(only(reconcile(says('open'), [closed]).reactivated)).toEqual(open)
    expect(only(reconcile(says('completed'), [closed]).corrected).settlement?.kind).toBe('completed')
    expect(reconcile(says('unknown'), [open]).strays).toEqual([open])
  })

  it('believes no answer from before what is stored', () => {
    const nothing = { reactivated: [], deactivated: [], corrected: [], strays: [] }
    expect(reconcile(says('open', 19), [closed])).toEqual(nothing)
    expect(reconcile(says('unknown', 9), [open])).toEqual(nothing)
  })
})

describe('given stored offers and the events of a range of blocks', () => {
  const closed = only(applyEvents([], [created, cancelled]).changed)
  it('doubts what the events do not bear out, and nothing outside the range', () => {
    const doubted = (events: readonly EscrowEvent[], fromBlock: number, toBlock: number) =>
      suspectOffers([closed], events, { fromBlock, toBlock }).length === 1
    expect(doubted([created, cancelled], 10, 20)).toBe(false)
    expect(doubted([created], 10, 20)).toBe(true)
    expect(doubted([cancelled], 10, 20)).toBe(true)
    expect(doubted([], 11, 19)).toBe(false)
    expect(doubted([], 20, 20)).toBe(true)
  })
})
