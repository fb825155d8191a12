import { tableLapseS } from '@parley/domain'
import { dealToWire, offerVoiceRoom, openRooms, tableVoiceRoom } from '@parley/protocol'
import { createOffer, signInAs, VoiceGuest, wallets } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseEnv, givenDatabases } from '../given/engines.ts'
import { spoil } from '../given/indexTables.ts'
import { openMarket, type Market, type Person } from '../given/market.ts'
import { at, open, openTablePage, signIn, terms } from '../given/tables.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
let server: TestServer
let database: DatabaseEnv
const guests: VoiceGuest[] = []
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  database = await databases.fresh()
  server = await startTestServer(market, database)
})
afterEach(async () => {
  for (const guest of guests.splice(0)) guest.leave()
  // The number of people in a room is kept for seconds.
  await until(async () => server.voice.counts().sockets === 0)
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

async function guest(headers?: Readonly<Record<string, string>>): Promise<VoiceGuest> {
  const one = await VoiceGuest.arrive(server.url, headers)
  guests.push(one)
  return one
}

/** A guest whose browser is signed in. */
async function member(person: Person): Promise<VoiceGuest> {
  return guest((await signInAs(server.url, wallets[person])).headers())
}

const as = (person: Person) => ({ as: market.address(person) })

async function peopleIn(roomId: string): Promise<number> {
  return (await server.api.request('voiceRoom', { params: { roomId } })).people
}

describe('given an open room', () => {
  it('introduces the newcomer to everyone present, and no one else', async () => {
    const [first, second, third] = [await guest(), await guest(), await guest()]
    expect(await first.join(openRooms.general, { name: 'Ana' })).toMatchObject({ ok: true, people: 0 })
    expect(await second.join(openRooms.general)).toMatchObject({ ok: true, people: 1, peerId: second.id })
    expect(await third.join(openRooms.aso)).toMatchObject({ ok: true, people: 0 })
    expect(second.said('connect-peer')).toEqual([{ peerId: first.id, name: 'Ana' }])
    expect(first.heard).toEqual([])
    expect(third.heard).toEqual([])
  })

  it('carries what two tell each other, with the name of who says it', async () => {
    const [first, second] = [await guest(), await guest()]
    await first.join(openRooms.general, { name: ' Ana   Low ' })
    await second.join(openRooms.general, { name: 'Ben' })
    second.socket.emit('offer', { to: first.id, sdp: 'v=0 offer' })
    expect(await first.hears('offer')).toEqual([{ from: second.id, sdp: 'v=0 offer', name: 'Ben' }])
    first.socket.emit('answer', { to: second.id, sdp: 'v=0 answer' })
    expect(await second.hears('answer')).toEqual([{ from: first.id, sdp: 'v=0 answer' }])
    const candidate = { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null }
    first.socket.emit('ice-candidate', { to: second.id, candidate })
    expect(await second.hears('ice-candidate')).toEqual([{ from: first.id, candidate }])
    expect(second.said('connect-peer')).toEqual([{ peerId: first.id, name: 'Ana Low' }])
  })

  it('tells the others of who leaves, who goes away, and who moves to another room', async () => {
    const [stays, leaves, goes, moves] = [await guest(), await guest(), await guest(), await guest()]
    for (const one of [stays, leaves, goes, moves]) await one.join(openRooms.general)
    const left = [leaves, goes, moves].map(({ id }) => id)
    leaves.socket.emit('leave-room', {})
    goes.leave()
    await moves.join(openRooms.aso)
    const told = await stays.hears('peer-left', 3)
    expect(told.map(({ peerId }) => String(peerId)).toSorted()).toEqual(left.toSorted())
  })

  it('leads the ninth to the next room of the same name', async () => {
    const inside = await Promise.all(Array.from({ length: 8 }, () => guest()))
    const answers = await Promise.all(inside.map((one) => one.join(openRooms.general)))
    const seated = answers.flatMap((answer) => (answer.ok ? answer.people : []))
    expect(seated.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const ninth = await guest()
    expect(await ninth.join(openRooms.general)).toEqual({ ok: false, refusal: 'full' })
    expect(ninth.said('room-full')).toEqual([{ roomId: openRooms.general, next: `${openRooms.general}-2` }])
    expect(await ninth.join(`${openRooms.general}-2`)).toMatchObject({ ok: true, people: 0 })
    inside[0]?.leave()
    await inside[1]?.hears('peer-left')
    expect(await (await guest()).join(openRooms.general)).toMatchObject({ ok: true, people: 7 })
  })

  it('says how many are in it, and nothing of a private one', async () => {
    await (await guest()).join(`${openRooms.aso}-2`)
    expect(await peopleIn(`${openRooms.aso}-2`)).toBe(1)
    const secret = await server.raw(`/api/voice/rooms/${offerVoiceRoom(`0x${'1'.repeat(64)}`)}`)
    expect(secret).toMatchObject({ status: 400, body: { field: 'roomId' } })
  })

  it('shows an address as a name only if it is proven', async () => {
    const [first, liar, honest] = [await guest(), await guest(), await member('alice')]
    await first.join(openRooms.general)
    expect(await liar.join(openRooms.general, { name: market.address('alice') })).toEqual({
      ok: false,
      refusal: 'malformed',
    })
    expect(await liar.join(openRooms.general, as('alice'))).toEqual({ ok: false, refusal: 'sign-in-needed' })
    expect(await honest.join(openRooms.general, { name: 'Zed', ...as('bob') })).toEqual({
      ok: false,
      refusal: 'other-wallet',
    })
    expect(await honest.join(openRooms.general, { name: 'Zed', ...as('alice') })).toMatchObject({ ok: true })
    const last = await guest()
    await last.join(openRooms.general)
    expect(last.said('connect-peer')).toContainEqual({ peerId: honest.id, name: market.address('alice') })
    // One signature serves for every room.
    for (const roomId of [`${openRooms.general}-2`, openRooms.aso])
      expect(await honest.join(roomId, as('alice'))).toMatchObject({ ok: true })
  })
})

describe('given names that are none of an address', () => {
  it.each(['Roxanne', 'Ox', 'box 42', 'Fox Bea', 'Zoë', 'wait... what', '李雷', 'Max 2000'])(
    '%s is a name',
    async (name) => {
      const [first, second] = [await guest(), await guest()]
      expect(await first.join(openRooms.general, { name })).toMatchObject({ ok: true })
      await second.join(openRooms.general)
      expect(second.said('connect-peer')).toEqual([{ peerId: first.id, name }])
    },
  )
})

describe('given the private room of a table', () => {
  it('lets in the two who sit at it, until one of them blocks the other', async () => {
    const [alice, bob] = [await signInAs(server.url, wallets.alice), await signInAs(server.url, wallets.bob)]
    const give = async (person: Person) => ({ nfts: [await market.mint(person)], wei: 0n })
    const deal = { opener: await give('alice'), guest: await give('bob'), durationMinutes: 60 } as const
    const opened = await alice.client.request('openTable', {
      query: as('alice'),
      body: { with: market.address('bob'), deal: dealToWire(deal), isReady: false },
    })
    const { tableId } = opened.table
    const roomId = tableVoiceRoom(tableId)
    const [one, other, carol] = [await guest(alice.headers()), await guest(bob.headers()), await member('carol')]
    expect(await one.join(roomId, as('alice'))).toMatchObject({ ok: true, people: 0 })
    // The same session serves for other rooms.
    expect(await other.join(openRooms.general, as('bob'))).toMatchObject({ ok: true })
    expect(await other.join(roomId, as('bob'))).toMatchObject({ ok: true, people: 1 })
    expect(await carol.join(roomId, as('carol'))).toEqual({ ok: false, refusal: 'not-a-party' })
    // Blocking closes the table, which ends the call that is under way.
    await bob.client.request('changeInbound', { query: as('bob'), body: { block: market.address('alice') } })
    await Promise.all([one.gone(), other.gone()])
    const again = await guest(alice.headers())
    expect(await again.join(roomId, as('alice'))).toEqual({ ok: false, refusal: 'not-a-party' })
    await bob.client.request('changeInbound', { query: as('bob'), body: { unblock: market.address('alice') } })
  })
})

describe('given the private room of a table that has ended', () => {
  async function agreed() {
    const [alice, bob] = [await signIn(server.url, 'alice'), await signIn(server.url, 'bob')]
    const [give, want] = [await market.mint('alice'), await market.mint('bob')]
    const { tableId } = await open(alice, bob, terms({ opener: [give], guest: [want] }))
    await at(bob, tableId).tick(1)
    return { alice, bob, tableId, give, want }
  }
  const age = (tableId: string) =>
    spoil(market, database, (tx) =>
      tx
        .updateTable('tables')
        .set((eb) => ({ changed_at_s: eb('changed_at_s', '-', tableLapseS + 60) }))
        .where('id', '=', tableId)
        .execute(),
    )

  it.each(['swapped', 'lapsed'] as const)('ends with a block, and the seats of a %s table with it', async (how) => {
    const { alice, bob, tableId, give, want } = await agreed()
    if (how === 'lapsed') await age(tableId)
    else {
      const from = { chain: market.chain, escrow: market.escrow.address }
      const offerId = await createOffer(from, {
        from: wallets.alice,
        offered: [give],
        requested: [want],
        durationS: 86_400,
      })
      await market.accept(offerId, 'bob')
      await until(async () => (await at(alice, tableId).read()).lock?.status === 'completed')
    }
    const before = await at(alice, tableId).read()
    const roomId = tableVoiceRoom(tableId)
    const [one, other] = [await guest(alice.browser.headers()), await guest(bob.browser.headers())]
    expect(await one.join(roomId, as('alice'))).toMatchObject({ ok: true })
    expect(await other.join(roomId, as('bob'))).toMatchObject({ ok: true, people: 1 })
    await bob.api.request('changeInbound', { query: bob.as, body: { block: alice.address } })
    await Promise.all([one.gone(), other.gone()])
    const again = await guest(alice.browser.headers())
    expect(await again.join(roomId, as('alice'))).toEqual({ ok: false, refusal: 'not-a-party' })
    const page = await openTablePage(alice, tableId)
    expect(page.here()).toEqual({ opener: false, guest: false })
    page.leave()
    // Bob's page leads to unblocking. The text goes no later than without it.
    expect(await at(bob, tableId).read()).toMatchObject({
      state: 'closed',
      closedBy: 'guest',
      changedAt: before.changedAt,
    })
    await bob.api.request('changeInbound', { query: bob.as, body: { unblock: alice.address } })
  })
})

describe('given the private room of an offer', () => {
  let roomId: string
  beforeAll(async () => {
    const id = await market.offer()
    await until(() => server.offer(id))
    roomId = offerVoiceRoom(id)
  })

  it('lets in creator and recipient, by their addresses', async () => {
    const [alice, bob] = [await member('alice'), await member('bob')]
    await alice.join(roomId, as('alice'))
    expect(await bob.join(roomId, as('bob'))).toMatchObject({ ok: true, people: 1 })
    expect(bob.said('connect-peer')).toEqual([{ peerId: alice.id, name: market.address('alice') }])
  })

  it('admits no one else', async () => {
    const [alice, carol, nobody] = [await member('alice'), await member('carol'), await guest()]
    const refused = (refusal: string) => ({ ok: false, refusal })
    expect(await nobody.join(roomId)).toEqual(refused('sign-in-needed'))
    expect(await nobody.join(roomId, as('alice'))).toEqual(refused('sign-in-needed'))
    expect(await carol.join(roomId, as('carol'))).toEqual(refused('not-a-party'))
    expect(await carol.join(roomId, as('alice'))).toEqual(refused('other-wallet'))
    expect(await alice.join(roomId)).toEqual(refused('sign-in-needed'))
    expect(await alice.join(offerVoiceRoom(`0x${'7'.repeat(64)}`), as('alice'))).toEqual(refused('no-such-offer'))
    // There is no such table, and the answer doesn't say that.
    expect(await alice.join(tableVoiceRoom('A'.repeat(22)), as('alice'))).toEqual(refused('not-a-party'))
  })

  it('ends when one of the two blocks the other, and opens again with the end of the block', async () => {
    const [alice, bob] = [await signIn(server.url, 'alice'), await signIn(server.url, 'bob')]
    const [hers, his] = [await guest(alice.browser.headers()), await guest(bob.browser.headers())]
    expect(await hers.join(roomId, as('alice'))).toMatchObject({ ok: true })
    expect(await his.join(roomId, as('bob'))).toMatchObject({ ok: true, people: 1 })
    await alice.api.request('changeInbound', { query: alice.as, body: { block: bob.address } })
    await Promise.all([hers.gone(), his.gone()])
    for (const member of [alice, bob]) {
      const again = await guest(member.browser.headers())
      expect(await again.join(roomId, member.as)).toEqual({ ok: false, refusal: 'not-invited' })
    }
    await alice.api.request('changeInbound', { query: alice.as, body: { unblock: bob.address } })
    expect(await (await guest(bob.browser.headers())).join(roomId, as('bob'))).toMatchObject({ ok: true })
  })

  it('gives a wallet that comes again its seat, and ends the connection that had it', async () => {
    const [bob, before, again] = [await member('bob'), await member('alice'), await member('alice')]
    await bob.join(roomId, as('bob'))
    await before.join(roomId, as('alice'))
    const beforeId = before.id
    expect(await again.join(roomId, as('alice'))).toMatchObject({ ok: true, people: 1 })
    await before.gone()
    expect(await bob.hears('peer-left')).toEqual([{ peerId: beforeId }])
  })

  it('takes the seat from a wallet that signs out, and leaves it the open rooms', async () => {
    const browser = await signInAs(server.url, wallets.alice)
    const [bob, inPrivate, inOpen] = [
      await member('bob'),
      await guest(browser.headers()),
      await guest(browser.headers()),
    ]
    await bob.join(roomId, as('bob'))
    await inOpen.join(openRooms.general, as('alice'))
    await inPrivate.join(roomId, as('alice'))
    const { id } = inPrivate
    await browser.client.request('signOut', { body: { everywhere: false } })
    await inPrivate.gone()
    expect(await bob.hears('peer-left')).toEqual([{ peerId: id }])
    expect(inOpen.socket.connected).toBe(true)
    const again = await guest(browser.headers())
    expect(await again.join(roomId, as('alice'))).toEqual({ ok: false, refusal: 'sign-in-needed' })
    expect(await inOpen.join(roomId, as('alice'))).toEqual({ ok: false, refusal: 'sign-in-needed' })
  })
})
