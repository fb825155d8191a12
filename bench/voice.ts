import { join } from 'node:path'
import { openRooms } from '@parley/protocol'
import { janusSecret, startJanus, startWorld, VoiceGuest, type World } from '@parley/testkit'
import type { Browser, Page } from '@playwright/test'
import { hostVoices, LightVoice } from '../e2e/fixtures/lightVoices.ts'
import type { Bench, BenchRow } from './Bench.ts'
import { median } from './cases/proxiedWorld.ts'
import {
  heardLines,
  joinButton,
  leave,
  leaveButton,
  loseServer,
  openVoiceBrowser,
  seatPerson,
  type VoicePerson,
} from './cases/voicePeople.ts'

const runs = 5
/** From the websocket's opening to the answer: handshake, namespace, seat, offer, answer. */
const roundTripsToJoin = 5
const crowd = 6
/** In one room of Janus (decision V9). */
const largeRoom = 40
const otherRoom = '/ASOverse'
const goalMessages = 8
const healMs = 60_000
/** A hundred take most of an hour, so the default is few. VOICE_SEED=41 starts with that seed, to repeat a run. */
const seededRuns = Number(process.env['VOICE_RUNS'] ?? 3)
const firstSeed = Number(process.env['VOICE_SEED'] ?? 1)
const webDist = join(import.meta.dirname, '../apps/web/dist')

export const bench: Bench = {
  opensPage: true,
  about: `From JOIN CALL to the first packet of the other's voice (bare: two connections in one page, microphone included, and the signalling's round trips, in turn); messages a link; and links among ${crowd} people who join, load their page again and lose the server, over seeded runs. Then joining a room of ${largeRoom} in Janus (against joining one person, in turn, with the others there).`,
  async run() {
    const world = await startWorld({ seed: 'empty', webDist, serverEnv: { STUN_URLS: 'none' } })
    const browser = await openVoiceBrowser()
    try {
      const people: VoicePerson[] = []
      while (people.length < crowd) people.push(await seatPerson(browser, world, people.length))
      const rows = [await firstPacket(browser, world, people), ...(await play(people))]
      for (const { page } of people) await page.context().close()
      return [...rows, await joinLarge(browser)]
    } finally {
      await browser.close()
      await world.stop()
    }
  },
}

async function firstPacket(browser: Browser, world: World, [host, guest]: readonly VoicePerson[]): Promise<BenchRow> {
  if (!host || !guest) throw new RangeError('There are two')
  const bare = await (await browser.newContext({ baseURL: world.url, permissions: ['microphone'] })).newPage()
  await bare.goto('/help')
  await joinButton(host.page).click()
  // The first join fetches the call's code.
  await joinMs(guest.page)
  await leave(guest.page)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    ours.push(await joinMs(guest.page))
    await leave(guest.page)
    theirs.push((await bareMs(bare)) + roundTripsToJoin * (await roundTripMs(world)))
  }
  await leave(host.page)
  await bare.context().close()
  return { case: 'join to first packet', figure: median(ours), unit: 'ms', reference: median(theirs), against: 'bare' }
}

async function joinLarge(browser: Browser): Promise<BenchRow> {
  const janus = await startJanus()
  const serverEnv = { STUN_URLS: 'none', JANUS_URL: janus.url, JANUS_SECRET: janusSecret, VOICE_MESH_PEOPLE: '2' }
  const world = await startWorld({ seed: 'empty', webDist, serverEnv })
  try {
    const seated = [await seatPerson(browser, world, 0), await seatPerson(browser, world, 1)]
    const guest = await seatPerson(browser, world, 2)
    for (const { page } of seated) {
      await joinButton(page).click()
      await leaveButton(page).waitFor()
    }
    const host = await (await browser.newContext({ baseURL: world.url })).newPage()
    await host.goto('/help')
    await hostVoices(host)
    for (let people = seated.length + 1; people < largeRoom; people += 1)
      await LightVoice.join(world.url, openRooms.general, host)
    // They take time of this machine's processor from both.
    const one = await seatPerson(browser, world, 3, otherRoom)
    const other = await seatPerson(browser, world, 4, otherRoom)
    await joinButton(one.page).click()
    const timesMs = new Map<VoicePerson, number[]>([guest, other].map((person) => [person, []]))
    for (const { page } of timesMs.keys()) {
      await joinMs(page)
      await leave(page)
    }
    for (let run = 0; run < runs; run += 1) {
      for (const [{ page }, tookMs] of timesMs) {
        tookMs.push(await joinMs(page))
        await leave(page)
      }
    }
    const [bridged = 0, direct = 0] = [...timesMs.values()].map((tookMs) => median(tookMs))
    return {
      case: `join a room of ${largeRoom}`,
      figure: bridged,
      unit: 'ms',
      reference: direct,
      against: 'one person',
    }
  } finally {
    await world.stop()
    await janus.stop()
  }
}

/** Presses JOIN CALL and waits for the first packet, both within the page. */
function joinMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const lines: RTCPeerConnection[] = Reflect.get(window, 'openLines')
    const before = lines.length
    const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.includes('JOIN CALL'),
    )
    const startedMs = performance.now()
    button?.click()
    for (;;) {
      for (const line of lines.slice(before)) {
        const reports = [...(await line.getStats()).values()]
        const heard = reports.some((report) => report.type === 'inbound-rtp' && report.packetsReceived > 0)
        if (heard) return performance.now() - startedMs
      }
      if (performance.now() - startedMs > 60_000) throw new Error('nothing was heard')
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })
}

/** The same without Parley: a microphone, and two connections in one page. */
function bareMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const startedMs = performance.now()
    const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
    const stream = await navigator.mediaDevices.getUserMedia({ audio })
    const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
    one.addEventListener('icecandidate', ({ candidate }) => candidate && void other.addIceCandidate(candidate))
    other.addEventListener('icecandidate', ({ candidate }) => candidate && void one.addIceCandidate(candidate))
    for (const track of stream.getTracks()) {
      one.addTrack(track, stream)
      other.addTrack(track, stream)
    }
    await one.setLocalDescription()
    if (one.localDescription) await other.setRemoteDescription(one.localDescription)
    await other.setLocalDescription()
    if (other.localDescription) await one.setRemoteDescription(other.localDescription)
    for (;;) {
      const reports = [...(await one.getStats()).values()]
      if (reports.some((report) => report.type === 'inbound-rtp' && report.packetsReceived > 0)) break
      if (performance.now() - startedMs > 60_000) throw new Error('nothing was heard')
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const ms = performance.now() - startedMs
    for (const track of stream.getTracks()) track.stop()
    one.close()
    other.close()
    return ms
  })
}

async function roundTripMs(world: World): Promise<number> {
  const guest = await VoiceGuest.arrive(world.url)
  const timesMs: number[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const startedMs = performance.now()
    await guest.joinWith({ roomId: 'none' })
    timesMs.push(performance.now() - startedMs)
  }
  guest.leave()
  return median(timesMs)
}

/**
 * Six people join in random order; one reloads the page, one loses the connection to the server. In the end everyone
 * must hear everyone.
 */
async function play(people: readonly VoicePerson[]): Promise<BenchRow[]> {
  const links = crowd * (crowd - 1)
  let whole = 0
  const messages: number[] = []
  const startMs = performance.now()
  for (let seed = firstSeed; seed < firstSeed + seededRuns; seed += 1) {
    const random = randomFrom(seed)
    const before = sentBy(people)
    await Promise.all(
      people.map(async ({ page }) => {
        await page.waitForTimeout(random() * 500)
        await joinButton(page).click()
      }),
    )
    await allHear(people)
    messages.push((sentBy(people) - before) / (links / 2))
    const [reloads, drops] = [pick(people, random), pick(people, random)]
    await reloads.page.reload()
    await loseServer(drops.page)
    if (await allHear(people)) whole += 1
    else for (const one of people) console.error(`seed ${seed}: ${await describe(one)}`)
    console.error(`seed ${seed} after ${Math.round((performance.now() - startMs) / 1000)} s, ${whole} whole`)
    await Promise.all(people.map(({ page }) => leave(page)))
  }
  return [
    { case: `${links} of ${links} links, runs`, figure: whole, unit: 'runs', reference: seededRuns, against: 'runs' },
    { case: 'messages a link', figure: median(messages), unit: 'messages', reference: goalMessages, against: 'goal' },
  ]
}

async function allHear(people: readonly VoicePerson[]): Promise<boolean> {
  const deadlineMs = performance.now() + healMs
  while (performance.now() < deadlineMs) {
    const heard = await Promise.all(people.map(({ page }) => heardLines(page).catch(() => 0)))
    if (heard.every((lines) => lines === people.length - 1)) return true
    // Each poll reads the statistics of every connection on every page, which costs more than the voices do.
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return false
}

/** A person's view of the call, for a run in which not everyone hears everyone. */
async function describe({ page }: VoicePerson): Promise<string> {
  const words = await page.getByRole('region', { name: 'VOICE CHAT' }).innerText()
  return `hears ${await heardLines(page)}: ${words.replaceAll('\n', ' | ')}`
}

function sentBy(people: readonly VoicePerson[]): number {
  return people.reduce((sum, { sent }) => sum + sent(), 0)
}

function pick(people: readonly VoicePerson[], random: () => number): VoicePerson {
  const found = people[Math.floor(random() * people.length)]
  if (!found) throw new RangeError('There is nobody')
  return found
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
