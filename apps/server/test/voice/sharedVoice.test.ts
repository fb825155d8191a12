import { offerVoiceRoom, openRooms } from '@parley/protocol'
import { signInAs, VoiceGuest, wallets } from '@parley/testkit'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'
import { sit } from '../given/voicePages.ts'

describe('given two servers that share a PostgreSQL database', () => {
  const databases = ownDatabases('postgres')
  let market: Market
  let servers: readonly [TestServer, TestServer]
  let databaseUrl = ''
  const guests: VoiceGuest[] = []
  beforeAll(async () => {
    market = await openMarket()
    const database = await databases.fresh()
    databaseUrl = database.DATABASE_URL
    servers = [await startTestServer(market, database), await startTestServer(market, database)]
  })
  afterEach(async () => {
    for (const guest of guests.splice(0)) guest.leave()
    await until(async () => servers.every((server) => server.voice.counts().sockets === 0))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await market.stop()
  })

  async function guest(server: TestServer): Promise<VoiceGuest> {
    const one = await VoiceGuest.arrive(server.url)
    guests.push(one)
    return one
  }

  it('brings people on both together', async () => {
    const [ana, ben] = [await guest(servers[0]), await guest(servers[1])]
    await sit(ana, openRooms.general, { name: 'Ana' })
    expect(await sit(ben, openRooms.general, { name: 'Ben' })).toMatchObject({ ok: true, people: 1 })
    expect(await ben.hears('connect-peer')).toEqual([{ peerId: ana.id, name: 'Ana' }])
    ben.socket.emit('offer', { to: ana.id, sdp: 'v=0' })
    expect(await ana.hears('offer')).toEqual([{ from: ben.id, sdp: 'v=0', name: 'Ben' }])
    ana.socket.emit('answer', { to: ben.id, sdp: 'v=0 too' })
    expect(await ben.hears('answer')).toEqual([{ from: ana.id, sdp: 'v=0 too' }])
    const benId = ben.id
    ben.leave()
    expect(await ana.hears('peer-left')).toEqual([{ peerId: benId }])
  })

  it('tells the other server nothing of what is for a person at the same one', async () => {
    const listener = new pg.Client({ connectionString: databaseUrl })
    const told: string[] = []
    listener.on('notification', ({ payload = '' }) => told.push(payload))
    await listener.connect()
    try {
      await listener.query('listen parley_voice')
      const [ana, ben, cleo] = [await guest(servers[0]), await guest(servers[0]), await guest(servers[1])]
      for (const one of [ana, ben, cleo]) await sit(one, openRooms.general)
      ben.socket.emit('offer', { to: ana.id, sdp: 'v=0 near' })
      ben.socket.emit('ice-candidate', { to: ana.id, candidate: { candidate: 'near' } })
      ana.socket.emit('answer', { to: ben.id, sdp: 'v=0 near' })
      expect(await ana.hears('offer')).toEqual([{ from: ben.id, sdp: 'v=0 near' }])
      await ana.hears('ice-candidate')
      await ben.hears('answer')
      ben.socket.emit('offer', { to: cleo.id, sdp: 'v=0 far' })
      await cleo.hears('offer')
      await until(async () => told.some((text) => text.includes('far')))
      expect(told.filter((text) => text.includes('near'))).toEqual([])
    } finally {
      await listener.end()
    }
  })

  it('carries nothing out of a room', async () => {
    const [ana, mallory] = [await guest(servers[0]), await guest(servers[1])]
    await sit(ana, openRooms.general)
    await sit(mallory, openRooms.aso)
    mallory.socket.emit('offer', { to: ana.id, sdp: 'v=0 evil' })
    const ben = await guest(servers[1])
    await sit(ben, openRooms.general)
    ben.socket.emit('offer', { to: ana.id, sdp: 'v=0' })
    expect(await ana.hears('offer')).toEqual([{ from: ben.id, sdp: 'v=0' }])
  })

  it('seats eight in a room, however many come to both at once', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => guest(servers[at % 2 === 0 ? 0 : 1])))
    const answers = await Promise.all(crowd.map((one) => sit(one, openRooms.general)))
    const seated = answers.flatMap((answer) => (answer.ok ? answer.people : []))
    expect(seated.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(answers.filter((answer) => !answer.ok && answer.refusal === 'full')).toHaveLength(12)
  })

  it.each([
    ['at once', async () => undefined],
    // Servers hear each other again a second later than they answer.
    ['also while it can’t hear the other', () => databases.postgres().restart('immediate')],
  ])('takes the seat on one from a wallet that signs out everywhere on the other, %s', async (_, cut) => {
    const id = await market.offer()
    await until(() => servers[1].offer(id))
    const [here, there] = [await signInAs(servers[0].url, wallets.alice), await signInAs(servers[1].url, wallets.alice)]
    const seat = await VoiceGuest.arrive(servers[1].url, there.headers())
    guests.push(seat)
    const as = wallets.alice.account.address
    expect(await sit(seat, offerVoiceRoom(id), { as })).toMatchObject({ ok: true })
    await cut()
    await until(() => here.client.request('signOut', { body: { everywhere: true } }).catch(() => null))
    await seat.gone()
    const again = await VoiceGuest.arrive(servers[1].url, there.headers())
    guests.push(again)
    expect(await sit(again, offerVoiceRoom(id), { as })).toEqual({ ok: false, refusal: 'sign-in-needed' })
    expect(await until(() => there.client.request('session').catch(() => null))).toMatchObject({ session: null })
  })

  it('has people sit down again after the database was restarted under them', async () => {
    const before = [await guest(servers[0]), await guest(servers[1])]
    for (const one of before) await sit(one, openRooms.general)
    await databases.postgres().restart('immediate')
    // Each server cuts their lines once it hears the other again.
    for (const one of before) await one.gone()
    const [ana, ben] = [await guest(servers[0]), await guest(servers[1])]
    await sit(ana, openRooms.general)
    expect(await sit(ben, openRooms.general)).toMatchObject({ ok: true, people: 1 })
    ben.socket.emit('offer', { to: ana.id, sdp: 'v=0' })
    expect(await ana.hears('offer')).toEqual([{ from: ben.id, sdp: 'v=0' }])
  })

  it('carries messages that are longer than a notification', async () => {
    const [ana, ben] = [await guest(servers[0]), await guest(servers[1])]
    await sit(ana, openRooms.general)
    await sit(ben, openRooms.general)
    const sdp = 'é\u{1F600}\r\n'.repeat(1_000)
    for (const count of [1, 2]) {
      ben.socket.emit('offer', { to: ana.id, sdp: sdp + count })
      ben.socket.emit('ice-candidate', { to: ana.id, candidate: { candidate: String(count) } })
    }
    await ana.hears('ice-candidate', 2)
    const order = ana.heard.flatMap(({ payload }) => payload['sdp'] ?? JSON.stringify(payload['candidate']))
    expect(order).toEqual([`${sdp}1`, '{"candidate":"1"}', `${sdp}2`, '{"candidate":"2"}'])
  })
})
