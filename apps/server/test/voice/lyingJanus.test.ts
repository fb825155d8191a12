import { bridgeSlots, openRooms } from '@parley/protocol'
import {
  janusSecret,
  startJanus,
  startLyingJanus,
  type LyingJanus,
  type TestJanus,
  VoiceGuest,
  offerOfVoice,
} from '@parley/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givenDatabases } from '../given/engines.ts'
import { openMarket, type Market } from '../given/market.ts'
import { startServerProcess, type ServerProcess } from '../given/serverProcess.ts'
import { until } from '../given/testServer.ts'
import { seededRandom } from '../holdings/randomTrades.ts'

const firstSeed = Number(process.env['JANUS_SEED'] ?? 1)
const runs = Number(process.env['JANUS_RUNS'] ?? 1)
const people = 4
const lies = 25
const deeds = 12
const longestPauseMs = 60
/** Ten in a few seconds are a flood, for which the server ends a connection and refuses its network. */
const mostOpened = 6

describe('given a server process whose Janus lies', () => {
  const databases = givenDatabases('sqlite')
  let market: Market
  let janus: TestJanus
  beforeAll(async () => {
    market = await openMarket()
    janus = await startJanus()
  })
  afterAll(async () => {
    await janus.stop()
    await market.stop()
  })

  const isUp = async (url: string) => (await (await fetch(`${url}/metrics`)).text()).includes('\nparley_janus_up 1\n')

  /** What a page does with Janus, in any order. */
  async function act(url: string, random: () => number, cut: string[]): Promise<void> {
    let guest: VoiceGuest | null = null
    let leg = 0
    for (let deed = 0; deed < deeds; deed += 1) {
      if (!guest?.socket.connected) {
        guest = await VoiceGuest.arrive(url)
        guest.socket.on('disconnect', (reason) => {
          if (reason !== 'io client disconnect') cut.push(reason)
        })
        await guest.join(openRooms.general)
        leg = 0
      }
      const chance = random()
      if (leg === 0 || (chance < 0.3 && leg < mostOpened)) {
        leg += 1
        guest.socket.emit('bridge-open', { leg, sdp: offerOfVoice() })
      } else if (chance < 0.5) guest.socket.emit('bridge-answer', { leg, sdp: offerOfVoice() })
      else {
        const [other] = guest.said('bridge-peer').map(({ peerId }) => peerId)
        const slot = Math.floor(random() * bridgeSlots)
        guest.socket.emit('bridge-hear', { leg, slot, peerId: chance < 0.8 ? (other ?? null) : null })
      }
      await new Promise((resolve) => setTimeout(resolve, random() * longestPauseMs))
    }
    guest?.leave()
  }

  async function serve(lying: LyingJanus): Promise<{ readonly server: ServerProcess; readonly url: string }> {
    const server = startServerProcess(market, {
      ...(await databases.fresh()),
      JANUS_URL: lying.url,
      JANUS_SECRET: janusSecret,
      VOICE_MESH_PEOPLE: '1',
    })
    const url = await server.url()
    await until(() => isUp(url))
    return { server, url }
  }

  it('asks again to turn a slot where the answer is lost, and says so only when it has turned', async () => {
    const lying = await startLyingJanus(janus.url, () => 1)
    const { server, url } = await serve(lying)
    try {
      const ana = await VoiceGuest.arrive(url)
      await ana.join(openRooms.general)
      ana.socket.emit('bridge-open', { leg: 1, sdp: offerOfVoice() })
      await ana.hears('bridge-down')
      lying.lose('switch')
      ana.socket.emit('bridge-hear', { leg: 1, slot: 3, peerId: null })
      await ana.hears('bridge-slot')
      expect(lying.asked('switch')).toBe(2)
      expect(ana.said('bridge-slot')).toEqual([{ leg: 1, slot: 3, peerId: null }])
      ana.leave()
      expect(server.complaints()).toBe('')
    } finally {
      await server.kill()
      await lying.close()
    }
  })

  it.each(Array.from({ length: runs }, (_, at) => firstSeed + at))(
    'goes on, leads people on as without Janus, and carries voices again once Janus is honest (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const lying = await startLyingJanus(janus.url, random)
      const { server, url } = await serve(lying)
      try {
        lying.lie(0.3)
        // After some lies the server opens another connection to Janus, a second later.
        const cut: string[] = []
        await until(async () => {
          await Promise.all(Array.from({ length: people }, () => act(url, random, cut)))
          return Object.values(lying.told()).reduce((sum, count) => sum + count, 0) > lies
        })
        // A visitor's connection ends where too much waits for it.
        expect(cut).toEqual([])
        lying.lie(0)
        await until(() => isUp(url))
        const [ana, ben] = [await VoiceGuest.arrive(url), await VoiceGuest.arrive(url)]
        await until(async () => (await ana.join(openRooms.general)).ok)
        await until(async () => (await ben.join(openRooms.general)).ok)
        let leg = 0
        await until(async () => {
          const refused = ana.said('bridge').filter(({ state }) => state !== 'on').length
          if (leg <= refused) ana.socket.emit('bridge-open', { leg: (leg += 1), sdp: offerOfVoice() })
          return ana.said('bridge-down').length > 0
        })
        await lying.close()
        await until(async () => !(await isUp(url)))
        const carl = await VoiceGuest.arrive(url)
        expect(await carl.join(openRooms.general)).toEqual({ ok: false, refusal: 'full' })
        for (const one of [ana, ben, carl]) one.leave()
        expect(server.complaints()).toBe('')
      } finally {
        await server.kill()
        await lying.close()
      }
    },
  )
})
