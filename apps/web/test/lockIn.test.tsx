import { dealOfOffer, type Nft, type Offer } from '@parley/domain'
import { dealFromWire, dealToWire, type TableHead } from '@parley/protocol'
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LockInStub } from '../src/pages/agreement/LockIn.tsx'
import { agreedDeal, lockTableIn } from '../src/pages/agreement/useLockIn.ts'
import { lockInText } from '../src/text/agreement.lazy.ts'
import { agreed, lockOf, nowS, offer, oldOffer, tableOf } from './given/agreedTable.ts'
import { aliceAt, offered } from './text/givenLists.ts'
import { alice, bob, dokyo, openRoom } from './text/room.tsx'
import { saysIn } from './text/says.tsx'
import { openVisitedStage, visit, type Visit, type VisitedStage } from './text/visit.ts'
import { trackedIn } from './transactions/trackedIn.ts'

function dealOf({ agreed: found, version }: TableHead) {
  return dealFromWire((found ?? version).deal)
}

describe('given an agreed table, and the user who locks it in', () => {
  const mine = tableOf(offer, { opener: bob, guest: alice, locker: 'guest' })
  const stub = async (
    table: TableHead,
    known: readonly Offer[] = [],
    prepare: (room: ReturnType<typeof openRoom>) => unknown = () => null,
  ) => {
    const room = openRoom('general')
    prepare(room)
    await aliceAt(<LockInStub table={table} mine="guest" other="Bob" />, { sent: known })(room)
    return screen.findByRole<HTMLButtonElement>('button')
  }
  const old = offered({ id: oldOffer })
  const countering = { ...mine, counters: oldOffer }
  const ended = (kind: 'completed' | 'cancelled') => ({ kind, by: alice, atS: nowS, txHash: null }) as const

  it('is locked in with exactly the agreed terms, by either of the two, whatever was laid down since', () => {
    const newer = { number: 5, by: 'opener', at: nowS, deal: dealToWire(dealOfOffer(offered(), 'opener')) } as const
    const moved = { ...mine, version: newer }
    const [dokyos, asos] = [offer.offered, offer.requested]
    const two = 2n * 10n ** 18n
    expect(agreedDeal(moved, 'opener')).toEqual({
      offered: dealOf(moved).opener.nfts,
      requested: dealOf(moved).guest.nfts,
      coins: { offeredWei: two, requestedWei: 0n },
      recipient: alice,
      durationS: 86_400,
    })
    expect(agreedDeal(moved, 'guest')).toEqual({
      offered: dokyos,
      requested: asos,
      coins: { offeredWei: 0n, requestedWei: two },
      recipient: bob,
      durationS: 86_400,
    })
    const hour = { ...dealToWire(dealOf(moved)), durationMinutes: 60 } as const
    expect(agreedDeal({ ...moved, agreed: { number: 4, at: nowS, deal: hour } }, 'guest').durationS).toBe(3_600)
  })

  it('says what goes into escrow, and for how long', async () => {
    const button = await stub(mine)
    expect([button.textContent, button.disabled]).toEqual([lockInText.lockIn, false])
    expect(screen.getByText(/^Your 2 NFTs go into escrow until Bob accepts, you cancel, or it expires/)).toBeDefined()
  })

  it.each([
    ['the offer that it counters is open', old, lockInText.takeBack],
    ['that offer is taken back', { ...old, settlement: ended('cancelled') }, lockInText.lockIn],
    [
      'a collection kept some of it',
      { ...old, settlement: ended('cancelled'), unreturned: old.offered },
      lockInText.claim,
    ],
  ] as const)('goes on from what the chain says: %s', async (_, known, label) => {
    expect((await stub(countering, [known])).textContent).toBe(label)
    const steps = within(screen.getByRole('region', { name: lockInText.steps }))
    const current = steps.getAllByRole('listitem').findIndex((item) => item.hasAttribute('aria-current'))
    expect(current).toBe(label === lockInText.lockIn ? 1 : 0)
  })

  it('locks nothing in where that offer was accepted first', async () => {
    const room = openRoom('general')
    const done = { ...old, settlement: ended('completed') }
    await aliceAt(<LockInStub table={countering} mine="guest" other="Bob" />, { sent: [done] })(room)
    expect((await screen.findByRole('link')).getAttribute('href')).toBe(`/p2p/${oldOffer}`)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('rests while another action runs', async () => {
    const button = await stub(mine, [], ({ session }) =>
      session.actions.setState({ running: { kind: 'claim', subject: oldOffer, steps: [] } }),
    )
    expect(button.disabled).toBe(true)
  })

  describe('and a transaction of an earlier page', () => {
    const items = [1, 2].map((id) => `${dokyo.toLowerCase()}/${id}`)
    const onItsWay = { at: 'sent', txHash: `0x${'cd'.repeat(32)}`, seen: null } as const
    const confirmed = (offerId: Offer['id']) =>
      ({ at: 'confirmed', txHash: onItsWay.txHash, block: 7, offerId, repriced: false, isIndexed: true }) as const
    const since = { startedAtMs: (nowS - 60) * 1000, changedAtMs: nowS * 1000, items }
    it.each([
      ['rests while it is on its way', mine, onItsWay, since, lockInText.locking],
      ['rests until the table names its offer', mine, confirmed(`0x${'ee'.repeat(32)}`), since, lockInText.locking],
      [
        'goes on where it moved but one of the NFTs',
        mine,
        onItsWay,
        { ...since, items: items.slice(1) },
        lockInText.lockIn,
      ],
      [
        'goes on where it was sent before they agreed',
        mine,
        onItsWay,
        { ...since, startedAtMs: 10 },
        lockInText.lockIn,
      ],
      ['takes back what it made, where that is countered', countering, confirmed(oldOffer), since, lockInText.takeBack],
    ] as const)('%s', async (_, table, state, more, label) => {
      const button = await stub(table, [old], ({ session }) =>
        session.transactions.begin(alice, trackedIn(state, more)),
      )
      expect(button.textContent).toBe(label)
    })
  })
})

describe('given approvals that take a while', () => {
  let stage: VisitedStage
  beforeAll(async () => {
    stage = await openVisitedStage()
  })
  afterAll(() => stage.close())
  afterEach(() => vi.unstubAllGlobals())

  /** Alice agreed with Bob on one for one. */
  const tableIn = ({ alice: her, bob: him, own, wanted }: Visit): TableHead => {
    const side = ({ contract, tokenId }: Nft) => ({ nfts: [{ contract, tokenId }], wei: 0n })
    const deal = dealToWire({ opener: side(own), guest: side(wanted), durationMinutes: 60 })
    return {
      ...tableOf(offer, { opener: her.address, guest: him.address, locker: 'opener' }),
      version: { number: 4, by: 'guest', at: nowS, deal },
      agreed: { number: 4, at: nowS, deal },
    }
  }
  const lockAfter = async (visited: Visit, change: Partial<TableHead>, isAnswered: boolean) => {
    const table = tableIn(visited)
    const now = { ...table, ...change, log: [] }
    if (isAnswered) {
      const real = fetch
      vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
        String(input instanceof Request ? input.url : input).includes('/api/tables/')
          ? Response.json({ success: true, table: now })
          : real(input, init),
      )
    }
    // Without an answer, its page alone has heard of it.
    const latest = () => (isAnswered ? table : now)
    const isLocked = await lockTableIn(visited.session, visited.portal, { table, mine: 'opener', latest })
    return [isLocked, visited.wallet.sentTransactions().length]
  }

  const says = saysIn(() => stage)
  says('agreementChanged', {
    when: 'there is a newer version by the time that the wallet would be asked',
    scene: (visited) => lockAfter(visited, { agreedAt: null, state: 'proposed' }, false),
  })

  it.each([
    ['undone by a newer version', { agreedAt: null, state: 'proposed' }],
    ['made anew on another version', { agreed: { ...agreed.version, number: 6, at: nowS } }],
    ['left to the other to lock in', { locker: 'guest' }],
    ['locked in from another tab', { lock: { ...lockOf(oldOffer, 'active'), by: 'opener' } }],
    ['over', { state: 'closed' }],
  ] as const)('asks the wallet for nothing where the agreement is %s by then', async (_, change) => {
    expect(await lockAfter(await visit(stage, 'general'), change, true)).toEqual([false, 0])
  })

  it('locks in what is still agreed', async () => {
    expect(await lockAfter(await visit(stage, 'general'), {}, true)).toEqual([true, 1])
  })
})
