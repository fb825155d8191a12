import { dealOfOffer, noCoins, type Nft, type Offer } from '@parley/domain'
import { dealToWire, type TableHead, type WireDecline } from '@parley/protocol'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agreementFor, reviewRows } from '../src/pages/agreement/agreement.ts'
import { LockInStub } from '../src/pages/agreement/LockIn.tsx'
import { OfferReplies } from '../src/pages/agreement/OfferReplies.tsx'
import { TableNotes } from '../src/pages/agreement/TableNotes.tsx'
import OfferPage from '../src/pages/OfferPage.tsx'
import { AcceptReview } from '../src/pages/offer/AcceptReview.tsx'
import { compareText, declineReasonText, declineText, lockInText } from '../src/text/agreement.lazy.ts'
import { generalMessages } from '../src/text/catalogue.ts'
import { contextText } from '../src/text/context.lazy.ts'
import { offerText } from '../src/text/offer.lazy.ts'
import { aliceAt, offered, toAlice } from './text/givenLists.ts'
import { alice, aso, bob, dokyo, openRoom } from './text/room.tsx'
import { trackedIn } from './transactions/trackedIn.ts'

const nowS = Math.floor(Date.now() / 1000)
const nft = (contract: Nft['contract'], tokenId: bigint): Nft => ({ contract, tokenId })
const oldOffer = `0x${'0d'.repeat(32)}` as const

/** Bob's offer to Alice. */
const offer = offered({
  ...toAlice,
  offered: [nft(dokyo, 1n), nft(dokyo, 2n)],
  requested: [nft(aso, 3n)],
  coins: { offeredWei: 0n, requestedWei: 2n * 10n ** 18n },
  // Its own, since the shared offer's is as old as the worker.
  createdAtS: nowS - 60,
  expiresAtS: nowS - 60 + 86_400,
})

const monthAgo = { agreedAt: nowS - 30 * 86_400, changedAt: nowS - 30 * 86_400 }

/** The table where Alice and Bob agreed on exactly this offer, made at Alice's. */
const agreed = tableOf(offer)

function tableOf(terms: Offer, changes: Partial<TableHead> = {}): TableHead {
  const version = { number: 4, deal: dealToWire(dealOfOffer(terms, 'guest')) }
  return {
    tableId: 't'.repeat(22),
    opener: alice,
    guest: bob,
    portal: null,
    counters: null,
    state: 'agreed',
    version: { ...version, by: 'guest', at: nowS - 200 },
    agreed: { ...version, at: changes.agreedAt ?? nowS - 120 },
    ready: { opener: true, guest: true },
    locker: 'guest',
    agreedAt: nowS - 120,
    lock: null,
    closedBy: null,
    openedAt: nowS - 900,
    changedAt: nowS - 120,
    lapsesAt: nowS + 900_000,
    seen: { opener: null, guest: null },
    entries: 9,
    ...changes,
  }
}

/** What Alice's server answers. */
let server: {
  isSignedIn: boolean | 'failing' | 'silent'
  tables: readonly TableHead[] | 'failing' | 'silent'
  declines: readonly WireDecline[]
}
/** Requests for tables. */
let asked = 0
beforeEach(() => {
  asked = 0
  server = { isSignedIn: false, tables: [], declines: [] }
  vi.stubGlobal('fetch', async (input: string | URL | Request): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://offer.test')
    const { isSignedIn, tables, declines } = server
    if (pathname === '/api/session' && isSignedIn === 'silent') return new Promise(() => undefined)
    if (pathname === '/api/session' && isSignedIn === 'failing') throw new TypeError('fetch failed')
    if (pathname === '/api/session')
      return answer({ session: isSignedIn ? { address: alice, expiresAt: nowS + 900 } : null })
    if (pathname === `/api/declines/${alice}`) return answer({ declines })
    if (pathname === '/api/tables') asked += 1
    if (pathname !== '/api/tables' || tables === 'failing') throw new TypeError('fetch failed')
    return tables === 'silent' ? new Promise(() => undefined) : answer({ tables, nextCursor: null })
  })
})
afterEach(() => vi.unstubAllGlobals())

function answer(body: object): Response {
  return Response.json({ success: true, ...body })
}

describe('given the tables of the recipient of an offer', () => {
  it.each([
    ['agreed with its creator before it was made', {}, 'agreed'],
    ['agreed, and locked in by it', { lock: { offerId: offer.id, status: 'active' }, state: 'closed' }, 'agreed'],
    ['agreed, and locked in by another one that is open', { lock: { offerId: oldOffer, status: 'active' } }, 'agreed'],
    ['agreed, and swapped by another one', { lock: { offerId: oldOffer, status: 'completed' } }, 'talking'],
    ['agreed, and left before it was made', { state: 'closed', closedBy: 'guest' }, 'agreed'],
    ['agreed, and left a month before it was made', { state: 'closed', ...monthAgo }, 'none'],
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
    const locked = tableOf(offer, { tableId: 'l'.repeat(22), lock: { offerId: offer.id, status: 'active' } })
    expect(agreementFor([agreed, locked], offer).table).toBe(locked)
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
    await vi.waitFor(() => expect(asked).toBe(1))
    await vi.waitFor(() => expect(button().disabled).toBe(false))
    // They have agreed by the time it is opened again.
    again(atTable(agreed))
    expect(screen.getByText(offerText.comparing)).toBeDefined()
    expect(await screen.findAllByText(compareText.same)).toHaveLength(5)
    again({ tables: 'failing' })
    expect(await screen.findByText(compareText.unread)).toBeDefined()
    expect(screen.queryByRole('table', { hidden: true })).toBeNull()
  })
})

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

  it('says what goes into escrow, and for how long', async () => {
    expect((await stub(mine)).textContent).toBe(lockInText.lockIn)
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

  it('rests while a transaction of an earlier page is on its way', async () => {
    const button = await stub(mine, [], ({ session }) =>
      session.transactions.begin(
        alice,
        trackedIn({ at: 'sent', txHash: `0x${'cd'.repeat(32)}`, seen: null }, { items: [`${dokyo.toLowerCase()}/1`] }),
      ),
    )
    expect(button.textContent).toBe(lockInText.locking)
    expect(screen.getByText(lockInText.underWay)).toBeDefined()
  })
})

describe('given a deal that gives ten for one', () => {
  const ten = Array.from({ length: 10 }, (_, at) => nft(dokyo, BigInt(at + 1)))
  const box = () => screen.findByRole('checkbox', { name: contextText.lopsided(10, 1), hidden: true })

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
    await vi.waitFor(() => expect(button().disabled).toBe(false))
  })

  it('does not ask the one who gains', async () => {
    const given = offered({ ...toAlice, offered: ten, requested: [nft(aso, 3n)], coins: noCoins })
    const { boxes, button } = await openReview(given, { isSignedIn: false })
    await vi.waitFor(() => expect(button().disabled).toBe(false))
    expect(boxes()).toEqual([])
  })
})

describe('given an offer that its recipient declined', () => {
  const decline = (by: WireDecline['by'], offerId: WireDecline['offerId']): WireDecline => ({
    offerId,
    by,
    at: nowS - 30,
    reason: 'own-words',
    text: 'Not for Night Guard',
    hasText: true,
  })
  const note = async (shown: Offer, by: WireDecline['by']) => {
    const room = openRoom('general')
    server.declines = [decline(by, shown.id)]
    const mayAccept = shown.recipient === alice
    const page = (
      <>
        <TableNotes offer={shown} mayAccept={mayAccept} onRead={() => undefined} />
        <OfferReplies offer={shown} isBrief />
      </>
    )
    await aliceAt(page)(room)
    return screen.findByText(/declined this offer/)
  }

  it('tells the creator who, when and why, with the way to take everything back', async () => {
    expect((await note(offered(), bob)).textContent).toContain('0x3C44…93BC declined this offer')
    expect(screen.getByText('“Not for Night Guard”')).toBeDefined()
    expect(screen.getByText(declineText.declinedBrief('“Not for Night Guard”'))).toBeDefined()
    expect(screen.getByRole('button', { name: declineText.takeBack })).toBeDefined()
    expect(screen.getByRole('link', { name: /^Change it/ })).toBeDefined()
  })

  it('tells the recipient that they did, and lets them change their mind', async () => {
    expect((await note(offer, alice)).textContent).toMatch(/^You declined this offer.*You can still accept it/)
    expect(screen.queryByRole('button', { name: declineText.takeBack })).toBeNull()
    expect(screen.getByText(declineText.declined)).toBeDefined()
  })
})

describe('given an offer to me', () => {
  it('can be countered with its terms, or declined with a reason or words of at most 280 characters', async () => {
    const room = openRoom('general')
    await aliceAt(<OfferReplies offer={offer} isBrief={false} />)(room)
    const link = await screen.findByRole('link', { name: /^Counter/ })
    expect(link.getAttribute('href')).toBe(`/table/new?counters=${offer.id}`)
    fireEvent.click(screen.getByRole('button', { name: /^Decline/ }))
    const dialog = within(screen.getByRole('dialog', { name: declineText.title }))
    expect(await dialog.findAllByRole('radio')).toHaveLength(Object.keys(declineReasonText).length)
    const words = dialog.getByRole<HTMLTextAreaElement>('textbox')
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: declineText.decline })
    fireEvent.click(dialog.getByRole('radio', { name: declineReasonText['own-words'] }))
    expect(send.disabled).toBe(true)
    fireEvent.change(words, { target: { value: '🐠'.repeat(281) } })
    expect(words.value).toBe('🐠'.repeat(280))
    expect(send.disabled).toBe(false)
  })
})
