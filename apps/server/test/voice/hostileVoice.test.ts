import { openRooms } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

let market: Market
let server: TestServer
const guests: VoiceGuest[] = []
const databases = givenDatabases('sqlite')
beforeAll(async () => {
  market = await openMarket()
  // Production limits, except the one per address, which all guests share here.
  const env = { VOICE_JOINS_PER_MINUTE: '600', VOICE_SOCKETS_PER_ADDRESS: '50', TRUSTED_PROXIES: '1' }
  server = await startTestServer(market, await databases.fresh(), env)
})
afterEach(async () => {
  for (const guest of guests.splice(0)) guest.leave()
  await until(async () => server.voice.counts().sockets === 0)
})
afterAll(async () => {
  await server.stop()
  await market.stop()
})

let lastAddress = 0
/** Each guest has its own address unless one is given. */
async function guest(address = `198.51.100.${(lastAddress += 1)}`, { url } = server): Promise<VoiceGuest> {
  const one = await VoiceGuest.arrive(url, { 'x-forwarded-for': address })
  guests.push(one)
  return one
}

/** A server whose token buckets refill too slowly for any machine to notice. */
async function strictServer(joinsPerMinute: number): Promise<TestServer> {
  const env = { VOICE_JOINS_PER_MINUTE: String(joinsPerMinute), TRUSTED_PROXIES: '1' }
  return startTestServer(market, await databases.fresh(), env)
}

async function twoTalking(at = server): Promise<readonly [VoiceGuest, VoiceGuest]> {
  const [ana, ben] = [await guest(undefined, at), await guest(undefined, at)]
  await ana.join(openRooms.general)
  await ben.join(openRooms.general)
  ana.heard.length = 0
  ben.heard.length = 0
  return [ana, ben]
}

/** Expects that two people hear each other and received nothing else. */
async function expectUndisturbed([ana, ben]: readonly [VoiceGuest, VoiceGuest]): Promise<void> {
  ben.socket.emit('offer', { to: ana.id, sdp: 'v=0 still here' })
  expect(await ana.hears('offer')).toEqual([{ from: ben.id, sdp: 'v=0 still here' }])
  expect(ana.heard).toHaveLength(1)
  expect(ben.heard).toEqual([])
}

describe('given a client in another room, or in none', () => {
  it.each([openRooms.aso, null])('carries nothing of theirs into a room (they sit in %s)', async (roomId) => {
    const pair = await twoTalking()
    const stranger = await guest()
    if (roomId) await stranger.join(roomId)
    for (const { id } of pair) {
      stranger.socket.emit('offer', { to: id, sdp: 'v=0 evil' })
      stranger.socket.emit('answer', { to: id, sdp: 'v=0 evil' })
      stranger.socket.emit('ice-candidate', { to: id, candidate: { candidate: 'candidate:evil' } })
      // The names of channels as the server keeps them.
      stranger.socket.emit('offer', { to: `${openRooms.general} ${id}`, sdp: 'v=0 evil' })
    }
    await stranger.settled()
    await expectUndisturbed(pair)
  })
})

describe('given a client that impersonates another', () => {
  it('passes on nothing with a sender in it, and names the real one otherwise', async () => {
    const [ana, ben] = await twoTalking()
    const mallory = await guest()
    await mallory.join(openRooms.general)
    mallory.socket.emit('offer', { to: ana.id, from: ben.id, sdp: 'v=0 evil' })
    mallory.socket.emit('answer', { to: ana.id, sdp: 'v=0 evil', from: ben.id })
    mallory.socket.emit('offer', { to: ana.id, sdp: 'v=0 as myself' })
    expect(await ana.hears('offer')).toEqual([{ from: mallory.id, sdp: 'v=0 as myself' }])
    expect(ana.heard).toHaveLength(1)
    expect(ben.heard).toEqual([])
  })

  it('does not speak for the server', async () => {
    const pair = await twoTalking()
    const mallory = await guest()
    await mallory.join(openRooms.general)
    for (const event of ['peer-left', 'connect-peer', 'room-full'] as const) {
      mallory.socket.emit(event, { peerId: pair[0].id, to: pair[1].id, roomId: openRooms.general, next: 'x' })
    }
    await mallory.settled()
    await expectUndisturbed(pair)
  })
})

describe('given messages of a wrong form', () => {
  it.each<[string, unknown]>([
    ['join-room', null],
    ['join-room', 'parley-global'],
    ['join-room', { roomId: 'my-own-room' }],
    ['join-room', { roomId: 'parley-global-1' }],
    ['join-room', { roomId: 'parley-global-51' }],
    ['join-room', { roomId: ['parley-global'] }],
    ['join-room', { roomId: 'parley-global', name: 'x'.repeat(33) }],
    ['join-room', { roomId: 'parley-global', name: 'a\u202Eb' }],
    ['join-room', { roomId: 'parley-global', name: '0x9F3C…21bE' }],
    // With a letter O, a Greek omicron, full width, a sign of multiplication; and cut in the middle.
    ['join-room', { roomId: 'parley-global', name: 'Ox9F3C21bE' }],
    ['join-room', { roomId: 'parley-global', name: 'οх9F3C21bE' }],
    ['join-room', { roomId: 'parley-global', name: '０ｘ9F3C21bE' }],
    ['join-room', { roomId: 'parley-global', name: 'I am 0×9F3C' }],
    ['join-room', { roomId: 'parley-global', name: '9F3C…21bE' }],
    ['join-room', { roomId: 'parley-global', name: '9F3C...21bE' }],
    ['join-room', { roomId: 'parley-global', admin: true }],
    ['join-room', { roomId: 'parley-global', as: '0x' }],
    ['join-room', { roomId: 'table-short' }],
  ])('refuses %s %j', async (_, payload) => {
    expect(await (await guest()).joinWith(payload)).toEqual({ ok: false, refusal: 'malformed' })
  })

  it.each<[string, ...unknown[]]>([
    ['offer'],
    ['offer', null],
    ['offer', { to: 'A'.repeat(20) }],
    ['offer', { to: 'A'.repeat(20), sdp: 5 }],
    ['offer', { to: 'A'.repeat(20), sdp: 'x'.repeat(7_001) }],
    ['offer', { to: { length: 20 }, sdp: 'x' }],
    ['answer', []],
    ['ice-candidate', { to: 'A'.repeat(20), candidate: 'text' }],
    ['ice-candidate', { to: 'A'.repeat(20), candidate: { candidate: 'x'.repeat(1_001) } }],
    ['leave-room', 7],
    ['made-up', { a: 1 }],
    ['__proto__', {}],
    ['constructor', {}],
  ])('forgets %s %j and goes on', async (event, ...payload) => {
    const one = await guest()
    one.socket.emit(event, ...payload)
    expect(await one.join(openRooms.aso)).toMatchObject({ ok: true })
    expect(one.said('offer')).toEqual([])
  })
})

describe('given a client that sends too much', () => {
  it('ends a connection at a frame of a megabyte without affecting others', async () => {
    const pair = await twoTalking()
    const mallory = await guest()
    await mallory.join(openRooms.general)
    mallory.socket.emit('offer', { to: pair[0].id, sdp: 'x'.repeat(1_000_000) })
    await mallory.gone()
    await pair[0].hears('peer-left')
    for (const one of pair) one.heard.length = 0
    await expectUndisturbed(pair)
  })

  it.each([
    ['messages', 'offer', { to: 'A'.repeat(20), sdp: 'v=0' }],
    ['events that nobody knows', 'knock', { knock: 1 }],
    ['messages of a wrong form', 'answer', { answer: 42 }],
  ])('ends a connection that floods us with %s, and lets its address wait', async (_, event, payload) => {
    // An address with an empty bucket gets its next connection after half a minute.
    const strict = await strictServer(2)
    try {
      const pair = await twoTalking(strict)
      const address = `203.0.113.${(lastAddress += 1)}`
      const mallory = await guest(address, strict)
      for (let count = 0; count < 5_000; count += 1) mallory.socket.emit(event, payload)
      await mallory.gone()
      await expect(guest(address, strict)).rejects.toThrow('websocket error')
      await expectUndisturbed(pair)
    } finally {
      await strict.stop()
    }
  })

  it('lets one connection sit in one room at a time, however many it asks for', async () => {
    const mallory = await guest()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => mallory.join(`${openRooms.aso}-${2 + (turn % 49)}`)),
    )
    expect(answers.filter((answer) => answer.ok).length).toBe(200)
    expect(server.voice.counts().rooms).toBe(1)
  })

  it('limits how many rooms an address enters per minute', async () => {
    const strict = await strictServer(20)
    try {
      const address = `203.0.113.${(lastAddress += 1)}`
      const crowd = await Promise.all(Array.from({ length: 10 }, () => guest(address, strict)))
      const answers = await Promise.all(
        crowd.flatMap((one) => Array.from({ length: 20 }, () => one.join(openRooms.aso))),
      )
      const refusals = answers.map((answer) => (answer.ok ? 'let in' : answer.refusal))
      expect(refusals).toContain('let in')
      expect(refusals).toContain('too-fast')
      const other = await guest(undefined, strict)
      expect(await other.join(`${openRooms.aso}-30`)).toMatchObject({ ok: true })
    } finally {
      await strict.stop()
    }
  })

  it('limits the connections of an address', async () => {
    const address = `203.0.113.${(lastAddress += 1)}`
    for (let count = 0; count < 50; count += 1) await guest(address)
    await expect(VoiceGuest.arrive(server.url, { 'x-forwarded-for': address })).rejects.toThrow('websocket error')
    guests.at(-1)?.leave()
    await until(async () => {
      const one = await VoiceGuest.arrive(server.url, { 'x-forwarded-for': address }).catch(() => null)
      one?.leave()
      return one !== null
    })
  })
})

describe('given a client that isn’t our page', () => {
  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['no site at all', { origin: 'null' }],
  ])('opens no connection for %s', async (_, headers) => {
    await expect(VoiceGuest.arrive(server.url, headers)).rejects.toThrow('websocket error')
  })

  it('has no long polling, and nothing in the namespace that all would share', async () => {
    const polling = await server.raw('/socket.io/?EIO=4&transport=polling', { headers: { origin: server.url } })
    expect(polling.status).toBe(404)
    const root = VoiceGuest.knock(server.url)
    const error = await new Promise<Error>((resolve) => root.socket.io.socket('/').once('connect_error', resolve))
    expect(error.message).toBe('nothing is here')
    root.leave()
  })
})

/** A thousand in `pnpm test:full`. */
const crowdSize = Number(process.env['VOICE_CROWD'] ?? 240)
const seatsEach = 8

describe('given a crowd that sits in rooms', () => {
  it('seats them all again after the server was restarted', async () => {
    const env = { VOICE_JOINS_PER_MINUTE: '5000', VOICE_SOCKETS_PER_ADDRESS: '2000' }
    const first = await startTestServer(market, await databases.fresh(), env)
    // As many at once as a slow machine greets before the server takes them for silent.
    const arrive = async (url: string): Promise<VoiceGuest[]> => {
      const arrived: VoiceGuest[] = []
      while (arrived.length < crowdSize)
        arrived.push(...(await Promise.all(Array.from({ length: 40 }, () => VoiceGuest.arrive(url)))))
      return arrived
    }
    const crowd = await arrive(first.url)
    const names = [openRooms.general, openRooms.aso, 'third-trading']
    const rooms = Array.from(
      { length: crowdSize / seatsEach },
      (_, at) => `${names[at % names.length]}-${2 + Math.floor(at / names.length)}`,
    )
    const seat = async (one: VoiceGuest, at: number): Promise<boolean> =>
      (await one.join(rooms[at % rooms.length] ?? openRooms.general)).ok
    expect(await Promise.all(crowd.map(seat))).not.toContain(false)
    const everyone = { sockets: crowdSize, rooms: crowdSize / seatsEach }
    expect(first.voice.counts()).toMatchObject(everyone)
    await first.stop()
    const second = await startTestServer(market, await databases.fresh(), env)
    try {
      const again = await arrive(second.url)
      expect(await Promise.all(again.map(seat))).not.toContain(false)
      expect(second.voice.counts()).toMatchObject(everyone)
      for (const one of again) one.leave()
      await until(async () => second.voice.counts().sockets === 0)
    } finally {
      await second.stop()
    }
  })
})

describe('given the end of the server', () => {
  it('closes every connection in a way that makes browsers reconnect', async () => {
    const own = await startTestServer(market, await databases.fresh())
    const one = await VoiceGuest.arrive(own.url)
    await one.join(openRooms.general)
    const reason = new Promise<string>((resolve) => one.socket.once('disconnect', resolve))
    await own.stop()
    // The other reason, 'io server disconnect', is the one after which socket.io does not come back.
    expect(await reason).toBe('transport close')
  })
})
