import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { openRooms, pagePortalsFile } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { iceAnswer } from '../../src/voice/createVoice.ts'
import { readVoiceConfig } from '../../src/voice/readVoiceConfig.ts'
import { givenDatabases, givenFolder } from '../given/engines.ts'
import { type Market, openMarket } from '../given/market.ts'
import { startTestServer, type TestServer } from '../given/testServer.ts'

const stunUrls = ['stun:stun.example:3478']
const turn = { urls: ['turn:turn.example:3478?transport=udp'], secret: 'a secret of some length', ttlS: 600 }

const network = '203.0.113.1'
/** Ten minutes into an hour. */
const hourS = 472_222 * 3_600
const nowMs = (hourS + 600) * 1000

const relayFor = (network: string, nowMs: number) => iceAnswer({ stunUrls, turn }, network, nowMs).iceServers[1]

describe('given a relay', () => {
  it('gives credentials that coturn takes, for at least as long as it says', () => {
    const answer = iceAnswer({ stunUrls, turn }, network, nowMs)
    const [stun, relay] = answer.iceServers
    expect(answer).toMatchObject({ relay: true, ttlS: 600 })
    expect(stun).toEqual({ urls: stunUrls })
    expect(relay?.urls).toEqual(turn.urls)
    expect(relay?.username).toMatch(new RegExp(`^${hourS + 3_600 + 600}:[\\w-]{16}$`))
    // Computed independently: base64(HMAC-SHA1(secret, username)).
    expect(relay?.credential).toBe(createHmac('sha1', turn.secret).update(String(relay?.username)).digest('base64'))
  })

  it('gives a network one name an hour, and each network another', () => {
    const names = Array.from({ length: 50 }, (_, minute) => relayFor(network, nowMs + minute * 60_000 - 1)?.username)
    expect(new Set(names).size).toBe(1)
    expect(relayFor('203.0.113.2', nowMs)?.username).not.toBe(names[0])
    expect(relayFor(network, nowMs + 3_000_000)?.username?.split(':')[1]).not.toBe(names[0]?.split(':')[1])
  })
})

describe('given no relay', () => {
  it('says so, and gives what there is', () => {
    expect(iceAnswer({ stunUrls, turn: null }, network)).toEqual({
      success: true,
      iceServers: [{ urls: stunUrls }],
      relay: false,
      ttlS: 3_600,
    })
    expect(iceAnswer({ stunUrls: [], turn: null }, network).iceServers).toEqual([])
  })
})

let market: Market
const databases = givenDatabases('sqlite')
const folder = givenFolder()
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.stop())

/** The result of joining each of these rooms. */
async function joinsOf(server: TestServer, rooms: readonly string[]): Promise<unknown> {
  const guest = await VoiceGuest.arrive(server.url)
  const answers: string[] = []
  for (const room of rooms) {
    const answer = await guest.join(room)
    answers.push(answer.ok ? 'joined' : answer.refusal)
  }
  guest.leave()
  return answers
}

const rooms = [openRooms.general, `${openRooms.general}-2`, 'dokyo-trading', 'dokyo-trading-50', 'mallorys-trading']

describe.each([
  ['a page that says which portals it has', { page: '{"voiceRooms":["dokyo-trading"]}' }, 'joined'],
  ['rooms that the settings name', { env: { VOICE_ROOMS: 'dokyo-trading, other-trading' } }, 'joined'],
  ['a page that says what is no room', { page: '{"voiceRooms":["dokyo-trading","offer-0x"]}' }, 'no-such-room'],
  ['a page that says nothing', { page: '' }, 'no-such-room'],
] as const)('given %s', (_, from, dokyo) => {
  it('opens the general room, those rooms, and no others', async () => {
    const page = 'page' in from ? from.page : null
    if (page !== null) await writeFile(folder.path(pagePortalsFile), page)
    const env = { ...('env' in from ? from.env : {}), ...(page === null ? {} : { WEB_DIST: folder.path() }) }
    const server = await startTestServer(market, await databases.fresh(), env)
    try {
      expect(await joinsOf(server, rooms)).toEqual(['joined', 'joined', dokyo, dokyo, 'no-such-room'])
      expect(await server.raw('/api/voice/rooms/mallorys-trading')).toMatchObject({
        status: 404,
        body: { success: false, error: 'there is no such room here', field: 'roomId' },
      })
    } finally {
      await server.stop()
    }
  })
})

describe('given a room in the settings that is none', () => {
  it.each(['global', 'dokyo-trading-2', 'Dokyo-trading', ',', 'offer-0x'])('refuses %s by its name', (value) => {
    const whole = (_: string, { otherwise }: { otherwise: number }): number => otherwise
    expect(() => readVoiceConfig({ VOICE_ROOMS: value }, { local: true, whole })).toThrow('VOICE_ROOMS')
  })
})
