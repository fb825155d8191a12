import { openRooms, offerVoiceRoom } from '@parley/protocol'
import { janusSecret, signInAs, startJanus, type TestJanus, VoiceGuest, wallets, offerOfVoice } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market, type Person } from '../given/market.ts'
import { startTestServer, until, type TestServer } from '../given/testServer.ts'

describe('given a server with a Janus', () => {
  const databases = givenDatabases('sqlite')
  let janus: TestJanus
  let market: Market
  let server: TestServer
  const guests: VoiceGuest[] = []
  beforeAll(async () => {
    janus = await startJanus()
    market = await openMarket()
    server = await startTestServer(market, await databases.fresh(), {
      JANUS_URL: janus.url,
      JANUS_SECRET: janusSecret,
      VOICE_MESH_PEOPLE: '1',
    })
    await until(isUp)
  })
  afterEach(async () => {
    for (const guest of guests.splice(0)) guest.leave()
    await until(async () => server.voice.counts().rooms === 0)
  })
  afterAll(async () => {
    await server.stop()
    await market.stop()
    await janus.stop()
  })

  const isUp = async () => server.voice.bridge()?.isUp === true
  const figures = async () => String((await server.raw('/metrics')).body['text'])

  async function guest(headers?: Readonly<Record<string, string>>): Promise<VoiceGuest> {
    const one = await VoiceGuest.arrive(server.url, headers)
    guests.push(one)
    return one
  }

  async function member(person: Person): Promise<VoiceGuest> {
    return guest((await signInAs(server.url, wallets[person])).headers())
  }

  it('seats a hundred in an open room, and leads the next one on', async () => {
    const first = await guest()
    await first.join(openRooms.general)
    expect(first.said('bridge')).toEqual([])
    for (let people = 1; people < 100; people += 1)
      expect(await (await guest()).join(openRooms.general)).toMatchObject({ ok: true, people })
    const told = await first.hears('bridge', 99)
    expect(new Set(told.map(({ joined }) => JSON.stringify(joined))).size).toBe(99)
    expect(told.every(({ state, joined }) => state === 'on' && joined !== undefined)).toBe(true)
    const last = await guest()
    expect(await last.join(openRooms.general)).toEqual({ ok: false, refusal: 'full' })
    expect(last.said('room-full')).toEqual([{ roomId: openRooms.general, next: `${openRooms.general}-2` }])
  })

  it('opens a line up and one down with eight slots, and ends both with the seat', async () => {
    const [ana, ben] = [await guest(), await guest()]
    await ana.join(openRooms.general)
    await ben.join(openRooms.general)
    ana.socket.emit('bridge-open', { leg: 1, sdp: offerOfVoice() })
    const [up] = await ana.hears('bridge-up')
    const [down] = await ana.hears('bridge-down')
    expect(String(up?.['sdp'])).toContain('a=recvonly')
    expect(String(down?.['sdp']).match(/^m=audio/gm)).toHaveLength(8)
    await expect.poll(() => janus.rooms()).toEqual([{ people: 1 }])
    expect(await figures()).toContain('parley_janus_people 1\n')
    ana.socket.emit('leave-room', {})
    await until(async () => (await janus.rooms())[0]?.people === 0)
    expect(await figures()).toContain('parley_janus_people 0\n')
  })

  it('keeps what a browser says of its lines of before from the ones that it has opened since', async () => {
    const [ana, ben] = [await guest(), await guest()]
    await ana.join(openRooms.general)
    await ben.join(openRooms.general)
    ana.socket.emit('bridge-open', { leg: 1, sdp: offerOfVoice() })
    await ana.hears('bridge-down')
    ana.socket.emit('bridge-open', { leg: 2, sdp: offerOfVoice() })
    await ana.hears('bridge-down', 2)
    expect(ana.said('bridge-down').map(({ leg }) => leg)).toEqual([1, 2])
    // A page lets go of the old slots once the new ones carry the same voices.
    ana.socket.emit('bridge-hear', { leg: 1, slot: 0, peerId: null })
    ana.socket.emit('bridge-answer', { leg: 1, sdp: 'not of this line' })
    ana.socket.emit('bridge-hear', { leg: 2, slot: 1, peerId: null })
    await ana.hears('bridge-slot')
    await ana.settled()
    expect(ana.said('bridge-slot')).toEqual([{ leg: 2, slot: 1, peerId: null }])
    await expect.poll(() => janus.rooms()).toEqual([{ people: 1 }])
    const failed = () => ana.said('bridge').filter(({ state }) => state === 'failed')
    expect(failed()).toEqual([])
    ana.socket.emit('bridge-open', { leg: 3, sdp: 'no description' })
    await until(async () => failed().length > 0)
    expect(failed()).toEqual([{ state: 'failed', leg: 3 }])
  })

  it('never opens a line for a private room', async () => {
    const id = await market.offer()
    await until(() => server.offer(id))
    const before = (await janus.rooms()).length
    const [alice, bob] = [await member('alice'), await member('bob')]
    await alice.join(offerVoiceRoom(id), { as: market.address('alice') })
    expect(await bob.join(offerVoiceRoom(id), { as: market.address('bob') })).toMatchObject({ ok: true, people: 1 })
    alice.socket.emit('bridge-open', { leg: 1, sdp: offerOfVoice() })
    await alice.settled()
    for (const one of [alice, bob]) expect(one.heard.filter(({ event }) => event.startsWith('bridge'))).toEqual([])
    expect(server.voice.bridge()?.people).toBe(0)
    expect(await janus.rooms()).toHaveLength(before)
  })

  it('says when Janus is gone and when it is back, keeps all seats, and leaves rooms alone that are not in it', async () => {
    const [ana, ben, dora] = [await guest(), await guest(), await guest()]
    await ana.join(openRooms.general)
    await ben.join(openRooms.general)
    // As few as a mesh carries.
    await dora.join(openRooms.aso)
    ana.socket.emit('bridge-open', { leg: 1, sdp: offerOfVoice() })
    await ana.hears('bridge-down')
    expect(await figures()).toContain('parley_janus_up 1\n')
    await janus.kill()
    expect(await ana.hears('bridge', 2)).toEqual([{ state: 'on', joined: { peerId: ben.id } }, { state: 'away' }])
    // Ben had no lines yet.
    expect(await ben.hears('bridge', 2)).toEqual([{ state: 'on' }, { state: 'away' }])
    expect(await figures()).toContain('parley_janus_up 0\n')
    expect(await figures()).toMatch(/^parley_janus_failures_total [1-9]/m)
    const carl = await guest()
    expect(await carl.join(openRooms.general)).toEqual({ ok: false, refusal: 'full' })
    await janus.restart()
    expect((await ana.hears('bridge', 3)).at(-1)).toEqual({ state: 'on' })
    expect((await ben.hears('bridge', 3)).at(-1)).toEqual({ state: 'on' })
    expect(await carl.join(openRooms.general)).toMatchObject({ ok: true, people: 2 })
    await dora.settled()
    expect(dora.said('bridge')).toEqual([])
  })

  it('says when Janus hangs during a call, which keeps its connections open, and goes on when it answers', async () => {
    const [ana, ben] = [await guest(), await guest()]
    await ana.join(openRooms.general)
    await ben.join(openRooms.general)
    ana.socket.emit('bridge-open', { leg: 1, sdp: offerOfVoice() })
    await ana.hears('bridge-down')
    janus.hang(true)
    try {
      for (const one of [ana, ben]) await until(async () => one.said('bridge').at(-1)?.['state'] === 'away')
      expect(await figures()).toContain('parley_janus_up 0\n')
      expect(await (await guest()).join(openRooms.general)).toEqual({ ok: false, refusal: 'full' })
    } finally {
      janus.hang(false)
    }
    for (const one of [ana, ben]) await until(async () => one.said('bridge').at(-1)?.['state'] === 'on')
    ana.socket.emit('bridge-open', { leg: 2, sdp: offerOfVoice() })
    await ana.hears('bridge-down', 2)
    await until(async () => (await janus.rooms())[0]?.people === 1)
  })
})
