import { writeFile } from 'node:fs/promises'
import { openRooms, pagePortalsFile } from '@parley/protocol'
import { VoiceGuest } from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readVoiceConfig } from '../../src/voice/readVoiceConfig.ts'
import { givenDatabases } from '../given/engines.ts'
import { givenFolder } from '../given/givenFolder.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startTestServer, type TestServer } from '../given/testServer.ts'

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
