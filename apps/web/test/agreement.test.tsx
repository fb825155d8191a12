import { noCoins, type Nft, type Offer } from '@parley/domain'
import type { TableHead } from '@parley/protocol'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agreementFor, differingOffer, reviewRows } from '../src/pages/agreement/agreement.ts'
import { LockInStub } from '../src/pages/agreement/LockIn.tsx'
import OfferPage from '../src/pages/OfferPage.tsx'
import { AcceptReview } from '../src/pages/offer/AcceptReview.tsx'
import { compareText, lockInText } from '../src/text/agreement.lazy.ts'
import { generalMessages } from '../src/text/catalogue.ts'
import { contextText } from '../src/text/context.lazy.ts'
import { offerText } from '../src/text/offer.lazy.ts'
import { agreed, lockOf, monthAgo, nft, nowS, offer, oldOffer, tableOf } from './given/agreedTable.ts'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { alice, aso, bob, dokyo, openRoom } from './text/room.tsx'

/** What Alice's server answers. */
let server: {
  isSignedIn: boolean | 'failing' | 'silent'
  tables: readonly TableHead[] | 'failing' | 'silent'
}
/** Requests for tables. */
let asked = 0
beforeEach(() => {
  asked = 0
  server = { isSignedIn: false, tables: [] }
  vi.stubGlobal('fetch', async (input: string | URL | Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, 'http://offer.test')
    const { isSignedIn, tables } = server
    if (pathname === '/api/session' && isSignedIn === 'silent') return new Promise(() => undefined)
    if (pathname === '/api/session' && isSignedIn === 'failing') throw new TypeError('fetch failed')
    if (pathname === '/api/session')
      return answer({ session: isSignedIn ? { address: alice, expiresAt: nowS + 900 } : null })
    if (pathname === `/api/declines/${alice}`) return answer({ declines: [] })
    const isAgreed = searchParams.get('agreed') === 'true'
    if (pathname === '/api/tables' && isAgreed) asked += 1
    if (pathname !== '/api/tables' || tables === 'failing') throw new TypeError('fetch failed')
    if (tables === 'silent') return new Promise(() => undefined)
    // Its creator has opened tables without end.
    if (!isAgreed) return answer({ tables, nextCursor: 'more' })
    return answer({ tables: tables.filter(({ agreed }) => agreed !== null), nextCursor: null })
  })
})
afterEach(() => vi.unstubAllGlobals())

function answer(body: object): Response {
  return Response.json({ success: true, ...body })
}

describe('given the tables of the recipient of an offer', () => {
  it.each([
    ['agreed with its creator before it was made', {}, 'agreed'],
    ['agreed, and locked in by it', { lock: lockOf(offer.id, 'active'), state: 'closed' }, 'agreed'],
    ['agreed, and locked in by another one that is open', { lock: lockOf(oldOffer, 'active') }, 'agreed'],
    ['agreed, and swapped by another one', { lock: lockOf(oldOffer, 'completed') }, 'talking'],
    ['agreed, and left before it was made', { state: 'closed', closedBy: 'guest' }, 'agreed'],
    ['agreed, cancelled, and left', { state: 'closed', lock: lockOf(oldOffer, 'cancelled') }, 'agreed'],
    ['agreed, and left a month before it was made', { state: 'closed', ...monthAgo }, 'none'],
    [
      'agreed, and left before two weeks since its offer was cancelled',
      { state: 'closed', ...monthAgo, lapsesAt: nowS },
      'agreed',
    ],
    ['agreed after it was made', { agreedAt: nowS + 30 }, 'talking'],
    ['that counters it', { counters: offer.id }, 'talking'],
    ['agreed, with a newer version since', { agreedAt: null, state: 'proposed' }, 'agreed'],
    ['agreed, with a newer version since that was withdrawn', { agreedAt: null, state: 'withdrawn' }, 'agreed'],
    ['that is being talked at', { agreedAt: null, agreed: null, state: 'proposed' }, 'talking'],
    ['declined', { agreedAt: null, agreed: null, state: 'declined' }, 'none'],
    ['with another wallet', { guest: dokyo }, 'none'],
  ] as const)('takes a table %s for what it is', (_, changes, status) => {
    expect(agreementFor([tableOf(offer, changes)], offer).status).toBe(status)
  })

  it('prefers the one that the offer locked in to a newer one', () => {
    const locked = tableOf(offer, { tableId: 'l'.repeat(22), lock: lockOf(offer.id, 'active') })
    expect(agreementFor([agreed, locked], offer).table).toBe(locked)
  })

  it('compares with the one of two agreements that it keeps to', () => {
    const newer = tableOf({ ...offer, offered: [nft(dokyo, 8n)] }, { tableId: 'n'.repeat(22) })
    expect(agreementFor([newer, agreed], offer).table).toBe(agreed)
    expect(agreementFor([newer, agreed], { ...offer, requested: [] }).table).toBe(newer)
  })

  it('tells whose offer differs from an agreement, where it is theirs to lock in and no other table’s', () => {
    const differing = { ...offer, offered: [nft(dokyo, 8n)] }
    const other = tableOf(differing, { tableId: 'n'.repeat(22) })
    const find = (table: TableHead, one: Offer, tables = [table]) =>
      differingOffer(table, { tables, offers: [offer, one], nowS })
    expect(find(agreed, differing)).toBe(differing)
    expect(find({ ...agreed, locker: 'opener' }, differing)).toBeNull()
    expect(find(agreed, differing, [agreed, other])).toBeNull()
    expect(find(agreed, { ...differing, expiresAtS: nowS - 1 })).toBeNull()
    expect(find(agreed, { ...differing, createdAtS: nowS - 900 })).toBeNull()
  })

  it('lists what the recipient gets before what they give, and the expiry last', () => {
    expect(reviewRows(agreed, offer).map(({ kind, isGiven, same }) => [kind, isGiven, same])).toEqual([
      ['nft', false, true],
      ['nft', false, true],
      ['nft', true, true],
      ['coins', true, true],
      ['duration', false, true],
    ])
  })
})

/** Alice reads a received offer in a list before she accepts it. */
async function openReview(shown: Offer, given: Partial<typeof server>) {
  const room = openRoom('general')
  server = { ...server, ...given }
  const accepted: (readonly Nft[])[] = []
  const review = <AcceptReview offer={shown} onClose={() => undefined} onAccept={(nfts) => accepted.push(nfts)} />
  await aliceAt(review, { received: [shown] })(room)
  const button = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: generalMessages.acceptTrade, hidden: true })
  const again = (changed: Partial<typeof server>) => {
    room.show(null)
    server = { ...server, ...changed }
    room.show(review)
  }
  return {
    again,
    close: () => room.show(null),
    accepted,
    button,
    boxes: () => screen.queryAllByRole('checkbox', { hidden: true }),
  }
}

const atTable = (...tables: readonly TableHead[]) => ({ isSignedIn: true, tables })

describe('given an offer, and an agreed deal with its creator', () => {
  it('can be accepted at once where it is exactly that deal', async () => {
    const { boxes, button, accepted } = await openReview(offer, atTable(agreed))
    expect(await screen.findAllByText(compareText.same)).toHaveLength(5)
    expect(boxes()).toEqual([])
    fireEvent.click(button())
    expect(accepted).toEqual([[]])
  })

  it('names every difference in words, and waits for a tick on each', async () => {
    const stranger = nft(bob, 9n)
    const other = offered({
      ...offer,
      offered: [nft(dokyo, 1n), nft(dokyo, 5n), stranger],
      coins: { offeredWei: 0n, requestedWei: 3n * 10n ** 18n },
      expiresAtS: nowS - 60 + 3600,
    })
    const { boxes, button, accepted } = await openReview(other, atTable(agreed))
    await screen.findByRole('table', { hidden: true })
    expect([...document.querySelectorAll('.compare-why')].map(({ textContent }) => textContent)).toEqual([
      'Another Dokyo. You agreed on #2, the offer holds #5. Accept it anyway.',
      'You didn’t agree on Unknown Collection #9. The offer adds it. Accept it anyway.',
      'You agreed on 2 AVAX. The offer asks for 3 AVAX. Accept it anyway.',
      'You agreed on 1 day. The offer lasts 1 hour. Accept it anyway.',
    ])
    for (const box of boxes()) {
      expect(button().disabled).toBe(true)
      fireEvent.click(box)
    }
    expect(button().disabled).toBe(false)
    fireEvent.click(button())
    // The tick on the difference confirms the NFT of an unknown contract, too.
    expect(accepted.at(-1)).toContainEqual(stranger)
    fireEvent.click(boxes()[0] ?? document.body)
    expect(button().disabled).toBe(true)
    expect(screen.getByRole('button', { name: /^Tell 0x.* it’s not what we agreed$/, hidden: true })).toBeDefined()
  })

  it('waits for the tables to be read, and not at all for a visitor without a session', async () => {
    const reading = await openReview(offer, { isSignedIn: true, tables: 'silent' })
    expect(await screen.findByText(offerText.comparing)).toBeDefined()
    expect(reading.button().disabled).toBe(true)
    reading.close()
    const without = await openReview(offer, { isSignedIn: false })
    expect(await screen.findByRole('button', { name: compareText.signIn, hidden: true })).toBeDefined()
    expect(without.button().disabled).toBe(false)
    expect(screen.queryByRole('table', { hidden: true })).toBeNull()
  })

  it('waits to hear who is signed in, and says where that cannot be had', async () => {
    const waiting = await openReview(offer, { isSignedIn: 'silent' })
    expect(await screen.findByText(offerText.comparing)).toBeDefined()
    expect(waiting.button().disabled).toBe(true)
    waiting.close()
    const without = await openReview(offer, { isSignedIn: 'failing' })
    expect(await screen.findByText(compareText.unread)).toBeDefined()
    expect(without.button().disabled).toBe(false)
    expect(screen.queryByText(compareText.acceptUnread)).toBeNull()
  })

  it.each([
    ['silent', true],
    [false, false],
  ] as const)('waits on its own page too: signed in %s', async (isSignedIn, waits) => {
    server = { ...server, isSignedIn }
    await aliceAt(<OfferPage idText={offer.id} />, { received: [offer], approved: 'all' })(openRoom('general'))
    const accept = () => screen.findByRole<HTMLButtonElement>('button', { name: offerText.accept })
    await accept()
    if (!waits) await screen.findByRole('button', { name: compareText.signIn })
    expect((await accept()).disabled).toBe(waits)
    expect(screen.queryByText(offerText.comparing) !== null).toBe(waits)
  })

  it('is not missed for an older answer, and a failure to read it is said', async () => {
    const { again, button } = await openReview(offer, atTable())
    await waitFor(() => expect(asked).toBe(1))
    await waitFor(() => expect(button().disabled).toBe(false))
    // They have agreed by the time it is opened again.
    again(atTable(agreed))
    expect(screen.getByText(offerText.comparing)).toBeDefined()
    expect(await screen.findAllByText(compareText.same)).toHaveLength(5)
    again({ tables: 'failing' })
    expect(await screen.findByText(compareText.unread)).toBeDefined()
    expect(screen.queryByRole('table', { hidden: true })).toBeNull()
  })
})

describe('given a deal that gives ten for one', () => {
  const ten = Array.from({ length: 10 }, (_, at) => nft(dokyo, BigInt(at + 1)))
  const box = () => screen.findByRole('checkbox', { name: contextText.lopsided(10, 1, 0n), hidden: true })

  it('asks once before it is locked in', async () => {
    const given = offered({ ...toAlice, offered: [nft(aso, 3n)], requested: ten, coins: noCoins })
    const table = tableOf(given, { opener: alice, guest: bob, locker: 'opener' })
    await aliceAt(<LockInStub table={table} mine="opener" other="Bob" />, {})(openRoom('general'))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: lockInText.lockIn })
    expect(button.disabled).toBe(true)
    fireEvent.click(await box())
    expect(button.disabled).toBe(false)
  })

  it('asks the recipient once before accepting', async () => {
    const given = offered({ ...toAlice, offered: [nft(aso, 3n)], requested: ten, coins: noCoins })
    const { button } = await openReview(given, { isSignedIn: false })
    await box()
    expect(button().disabled).toBe(true)
    fireEvent.click(await box())
    await waitFor(() => expect(button().disabled).toBe(false))
  })

  it('does not ask the one who gains', async () => {
    const given = offered({ ...toAlice, offered: ten, requested: [nft(aso, 3n)], coins: noCoins })
    const { boxes, button } = await openReview(given, { isSignedIn: false })
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(boxes()).toEqual([])
  })
})
