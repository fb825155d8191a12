import { InjectedWallet, janusSecret, startJanus, startWorld, type World } from '@parley/testkit'
import type { Browser, Page } from '@playwright/test'
import { webDist } from '../fixtures/builtPages.ts'
import { hostVoices, LightVoice, lightToneHz, packetsIn } from '../fixtures/lightVoices.ts'
import { Person } from '../fixtures/Person.ts'
import { recordSound, speak, speakOnDemandIn, tonesIn } from '../fixtures/sound.ts'
import { expect, test } from '../fixtures/test.ts'
import { voiceBrowser } from '../fixtures/voiceBrowser.ts'
import { VoiceScreen } from '../screens/VoiceScreen.ts'

test.use(voiceBrowser)

const people = 40
const pages = 4
const otherRoom = '/ASOverse'
const room = 'parley-global'
const runs = 5
/** Joining forty in Janus against joining one person directly. */
const mostRatio = 3
/** One in five of those who share a page speaks. Some have a slot in others' lines, and some have none. */
const speaksEach = 5

const toneOf = (number: number): number => 500 + number * 300

/** A visitor in a browser of their own, who speaks when asked to. */
async function sit(browser: Browser, world: World, number: number, path = '/p2p'): Promise<VoiceScreen> {
  const context = await browser.newContext({ baseURL: world.url, permissions: ['microphone'] })
  await recordSound(context)
  await speakOnDemandIn(context, toneOf(number))
  const account = `0x${String(number + 1).padStart(40, '0')}` as const
  const person = await Person.sitDown(context, new InjectedWallet({ account, rpcUrl: world.chain.url }))
  await person.visit(path)
  return new VoiceScreen(person.page)
}

async function hearsTone(page: Page, toneHz: number): Promise<void> {
  await expect.poll(() => tonesIn(page, [toneHz]), { intervals: [30] }).toEqual([toneHz])
}

/** Speech has fifty, silence two or three. */
const speechPacketsPerS = 15

/** Waits until these people receive speech. */
async function hearSpeech(page: Page, people: readonly LightVoice[]): Promise<void> {
  const look = async () => ({ packets: await packetsIn(page), atMs: performance.now() })
  const waiting = new Map(people.map((person) => [person.id, person]))
  let before = await look()
  const missing = async (): Promise<readonly string[]> => {
    const now = await look()
    for (const id of waiting.keys()) {
      const received = now.packets[id]?.map((count, slot) => count - (before.packets[id]?.[slot] ?? 0)) ?? []
      if (Math.max(...received) / ((now.atMs - before.atMs) / 1000) > speechPacketsPerS) waiting.delete(id)
    }
    before = now
    return [...waiting.values()].map(String)
  }
  await expect.poll(missing, { intervals: [500] }).toEqual([])
}

/** From the press of the button to the voice of the first, who speaks. */
async function joinMs(voice: VoiceScreen): Promise<number> {
  await expect(voice.joinButton).toBeVisible()
  // The tone of the call before must have died away.
  await expect.poll(() => tonesIn(voice.page, [toneOf(0)])).toEqual([])
  const startedMs = performance.now()
  await voice.joinButton.click()
  await hearsTone(voice.page, toneOf(0))
  return performance.now() - startedMs
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Joins in turn, so that both meet the same load. @returns medians. */
async function joinInTurn(inMesh: VoiceScreen, inJanus: VoiceScreen) {
  const took: { readonly mesh: number; readonly bridged: number }[] = []
  const visit = async (voice: VoiceScreen): Promise<number> => {
    const ms = await joinMs(voice)
    await voice.leaveButton.click()
    return ms
  }
  // The code of the call is fetched in the first.
  for (let run = 0; run <= runs; run += 1) took.push({ mesh: await visit(inMesh), bridged: await visit(inJanus) })
  const counted = took.slice(1)
  return {
    meshMs: median(counted.map(({ mesh }) => mesh)),
    bridgedMs: median(counted.map(({ bridged }) => bridged)),
    ratio: median(counted.map(({ mesh, bridged }) => bridged / mesh)),
  }
}

test('forty are in one room of Janus, and all hear each who speaks', { tag: '@long' }, async ({ browser }) => {
  const janus = await startJanus()
  const world = await startWorld({
    seed: 'empty',
    stock: 'few',
    webDist,
    serverEnv: { STUN_URLS: 'none', JANUS_URL: janus.url, JANUS_SECRET: janusSecret, VOICE_MESH_PEOPLE: '2' },
  })
  try {
    const seen: VoiceScreen[] = []
    while (seen.length < pages) seen.push(await sit(browser, world, seen.length))
    const [first, second, third, last] = seen
    if (!first || !second || !third || !last) throw new RangeError('There are four')
    for (const voice of [first, second, third]) await voice.join()
    const host = await (await browser.newContext({ baseURL: world.url })).newPage()
    await host.goto('/help')
    await hostVoices(host)
    const light: LightVoice[] = []
    while (light.length < people - pages) light.push(await LightVoice.join(world.url, room, host))

    // With the crowd there: it takes time of this machine's processor from both.
    const [one, other] = [await sit(browser, world, 0, otherRoom), await sit(browser, world, 5, otherRoom)]
    await one.join()
    for (const { page } of [one, first]) await speak(page, true)
    const joins = await joinInTurn(other, last)
    await one.leaveButton.click()
    await last.join()
    await expect.poll(() => janus.rooms()).toEqual([{ people }])
    await expect(first.others).toHaveCount(people - 1)
    await speak(first.page, false)

    const took: number[] = []
    /** One speaks, and everyone else hears it. */
    const speaks = async (
      isOwn: (one: VoiceScreen | LightVoice) => boolean,
      { say, toneHz }: { readonly say: (loud: boolean) => Promise<void>; readonly toneHz: number },
    ): Promise<void> => {
      // The one before had the same voice, or has it still in the window of the analysis.
      for (const { page } of seen) await expect.poll(() => tonesIn(page, [toneHz])).toEqual([])
      await say(true)
      const startedMs = performance.now()
      await Promise.all([
        ...seen.filter((one) => !isOwn(one)).map(({ page }) => hearsTone(page, toneHz)),
        hearSpeech(
          host,
          light.filter((one) => !isOwn(one)),
        ),
      ])
      took.push(performance.now() - startedMs)
      await say(false)
    }
    for (const [number, one] of seen.entries())
      await speaks((other) => other === one, {
        say: (loud) => speak(one.page, loud),
        toneHz: toneOf(number),
      })
    for (const one of light.filter((_, number) => number % speaksEach === 0))
      await speaks((other) => other === one, { say: (loud) => one.speak(loud), toneHz: lightToneHz })
    const figures = { ...joins, slowestMs: Math.max(...took) }
    test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) })
    console.info(figures)
    expect(joins.ratio).toBeLessThanOrEqual(mostRatio)
  } finally {
    await world.stop()
    await janus.stop()
  }
})
